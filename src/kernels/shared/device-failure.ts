/** The reason why an open device is no longer usable. Plain data. */
export interface DeviceFailure {
  /**
   * `destroyed` and `unknown`: the reasons that WebGPU reports for a lost device. `error`: the device reported another error, or a thread of
   * `simd` failed: its results cannot be trusted.
   */
  reason: 'destroyed' | 'unknown' | 'out-of-memory' | 'error';
  /** For users, with the message of the driver. */
  message: string;
}
