/** Units as type aliases: a type states the unit of a number better than a comment does. */
export type Microseconds = number;
export type Milliseconds = number;
export type Seconds = number;
export type Bytes = number;
export type TokensPerSecond = number;
