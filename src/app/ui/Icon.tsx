/** Line drawings on a 16-pixel grid, in the colour of the text. */
const PATHS = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  save: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11',
  open: 'M8 10.5V2.5M4.5 6L8 2.5 11.5 6M2.5 13.5h11',
  sun: 'M8 5.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1',
  moon: 'M13.2 9.6A5.6 5.6 0 016.4 2.8a5.6 5.6 0 106.8 6.8z',
  auto: 'M8 2.2a5.8 5.8 0 100 11.6A5.8 5.8 0 008 2.2zM8 2.2v11.6M8 5h4.9M8 8h5.8M8 11h4.9',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  reset: 'M3 8a5 5 0 105-5H4M6.2 .8L4 3l2.2 2.2',
  warning: 'M8 2.2L14.2 13H1.8zM8 6.5v3M8 11.2v.3',
  info: 'M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8zM8 7.2v4M8 4.8v.3',
  previous: 'M10 3L5 8l5 5',
  next: 'M6 3l5 5-5 5',
  play: 'M5 3l8 5-8 5z',
  check: 'M2.5 4.5h6M2.5 8h4M2.5 11.5h4M8.5 10.5l2 2 3.5-4.5',
  chart: 'M2 13.5h12M4 11.5v-4M8 11.5v-9M12 11.5v-6',
  pause: 'M5.5 3v10M10.5 3v10',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
