/** Why an open device cannot be used any longer. Plain data. */
export interface DeviceLoss {
  /**
   * `error`: the device is there, but reported an error (of simd: a thread failed), after which its results cannot be
   * trusted.
   */
  reason: 'destroyed' | 'unknown' | 'error';
  /** In words, with what the driver says. */
  message: string;
}
