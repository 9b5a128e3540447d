/** Units as types: a number's meaning is in its type, not in a comment beside it. */
export type Microseconds = number;
export type Milliseconds = number;
export type Seconds = number;
export type Bytes = number;
export type TokensPerSecond = number;
