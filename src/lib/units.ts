/** Units as type aliases, which document the unit of a number better than comments. */
export type Microseconds = number;
export type Milliseconds = number;
export type Seconds = number;
export type Bytes = number;
export type TokensPerSecond = number;
