// Vector constants, the same in all four lanes. V8 builds a 128-bit constant at every use with three instructions, but loads a
// variable that could be changed from outside with one, which halves the time of an LSTM cell. These are therefore exported
// variables, although they are never changed.

/* oxlint-disable prefer-const, oxc/approx-constant -- variables on purpose; constants of single precision */

/** 1.5 · 2^23: adding it to a small float rounds the float to an integer, which is then in the low bits. */
export let ROUND: v128 = f32x4(12582912, 12582912, 12582912, 12582912);

/** Factors of `hash32` (src/lib/rng.ts). */
export let HASH_0: v128 = i32x4(0x7feb352d, 0x7feb352d, 0x7feb352d, 0x7feb352d);
export let HASH_1: v128 = i32x4(0x846ca68b, 0x846ca68b, 0x846ca68b, 0x846ca68b);

/** i32 lanes. */
export let FOUR: v128 = i32x4(4, 4, 4, 4);

export let ONE: v128 = f32x4(1, 1, 1, 1);
export let HALF: v128 = f32x4(0.5, 0.5, 0.5, 0.5);
export let MINUS_HALF: v128 = f32x4(-0.5, -0.5, -0.5, -0.5);

/** 2^126 is the largest power of 2 whose inverse is also a normal number. */
export let EXP_MOST: v128 = f32x4(87, 87, 87, 87);
export let EXP_LEAST: v128 = f32x4(-87, -87, -87, -87);

/** The argument at which the function below reaches its limit 1. */
export let TANH_MOST: v128 = f32x4(7.874111, 7.874111, 7.874111, 7.874111);
export let TANH_LEAST: v128 = f32x4(-7.874111, -7.874111, -7.874111, -7.874111);

/**
 * tanh(x) is about x P(x²) / Q(x²), where Q begins with 1. The coefficients minimise the largest relative error between 0 and 8,
 * 1.5e-7. Found by least squares with Lawson's weights.
 */
export let TANH_P0: v128 = f32x4(0.99999988, 0.99999988, 0.99999988, 0.99999988);
export let TANH_P1: v128 = f32x4(0.12925664, 0.12925664, 0.12925664, 0.12925664);
export let TANH_P2: v128 = f32x4(2.9510243e-3, 2.9510243e-3, 2.9510243e-3, 2.9510243e-3);
export let TANH_P3: v128 = f32x4(1.14284285e-5, 1.14284285e-5, 1.14284285e-5, 1.14284285e-5);
export let TANH_Q1: v128 = f32x4(0.46258879, 0.46258879, 0.46258879, 0.46258879);
export let TANH_Q2: v128 = f32x4(2.3815555e-2, 2.3815555e-2, 2.3815555e-2, 2.3815555e-2);
export let TANH_Q3: v128 = f32x4(2.3866924e-4, 2.3866924e-4, 2.3866924e-4, 2.3866924e-4);
export let TANH_Q4: v128 = f32x4(2.4592122e-7, 2.4592122e-7, 2.4592122e-7, 2.4592122e-7);

export let LOG2_E: v128 = f32x4(1.44269504, 1.44269504, 1.44269504, 1.44269504);

/** ln 2 in two parts, the first with few bits: its product by a small integer is exact. */
export let LN2_HIGH: v128 = f32x4(0.693359375, 0.693359375, 0.693359375, 0.693359375);
export let LN2_LOW: v128 = f32x4(-2.1219444e-4, -2.1219444e-4, -2.1219444e-4, -2.1219444e-4);
export let MINUS_LN2_HIGH: v128 = f32x4(-0.693359375, -0.693359375, -0.693359375, -0.693359375);
export let MINUS_LN2_LOW: v128 = f32x4(2.1219444e-4, 2.1219444e-4, 2.1219444e-4, 2.1219444e-4);

/** The polynomial of Cephes' `expf` (S. Moshier), from the highest power. */
export let EXP_0: v128 = f32x4(1.98756915e-4, 1.98756915e-4, 1.98756915e-4, 1.98756915e-4);
export let EXP_1: v128 = f32x4(1.3981999507e-3, 1.3981999507e-3, 1.3981999507e-3, 1.3981999507e-3);
export let EXP_2: v128 = f32x4(8.3334519073e-3, 8.3334519073e-3, 8.3334519073e-3, 8.3334519073e-3);
export let EXP_3: v128 = f32x4(4.1665795894e-2, 4.1665795894e-2, 4.1665795894e-2, 4.1665795894e-2);
export let EXP_4: v128 = f32x4(1.6666665459e-1, 1.6666665459e-1, 1.6666665459e-1, 1.6666665459e-1);
export let EXP_5: v128 = f32x4(5.0000001201e-1, 5.0000001201e-1, 5.0000001201e-1, 5.0000001201e-1);

/** Bits of the square root of 1/2. */
export let ROOT_HALF: v128 = i32x4(0x3f3504f3, 0x3f3504f3, 0x3f3504f3, 0x3f3504f3);

/** The polynomial of Cephes' `logf` (S. Moshier), from the highest power. */
export let LOG_0: v128 = f32x4(7.0376836292e-2, 7.0376836292e-2, 7.0376836292e-2, 7.0376836292e-2);
export let LOG_1: v128 = f32x4(-1.151461031e-1, -1.151461031e-1, -1.151461031e-1, -1.151461031e-1);
export let LOG_2: v128 = f32x4(1.167699874e-1, 1.167699874e-1, 1.167699874e-1, 1.167699874e-1);
export let LOG_3: v128 = f32x4(-1.2420140846e-1, -1.2420140846e-1, -1.2420140846e-1, -1.2420140846e-1);
export let LOG_4: v128 = f32x4(1.4249322787e-1, 1.4249322787e-1, 1.4249322787e-1, 1.4249322787e-1);
export let LOG_5: v128 = f32x4(-1.6668057665e-1, -1.6668057665e-1, -1.6668057665e-1, -1.6668057665e-1);
export let LOG_6: v128 = f32x4(2.0000714765e-1, 2.0000714765e-1, 2.0000714765e-1, 2.0000714765e-1);
export let LOG_7: v128 = f32x4(-2.4999993993e-1, -2.4999993993e-1, -2.4999993993e-1, -2.4999993993e-1);
export let LOG_8: v128 = f32x4(3.3333331174e-1, 3.3333331174e-1, 3.3333331174e-1, 3.3333331174e-1);
