/** `14:05`, in the local time zone; with the day before it if that is not today. */
export function formatClock(moment: Date, now = new Date()): string {
  const clock = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (moment.toDateString() === now.toDateString()) return clock;
  return `${moment.toLocaleDateString('en', { month: 'short', day: 'numeric' })}, ${clock}`;
}

/** `a.train`; `a.train and b.dev`; `a.train, b.dev and 3 others` */
export function formatNames(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ');
  if (names.length === 3) return `${names[0]}, ${names[1]} and ${names[2]}`;
  return `${names[0]}, ${names[1]} and ${names.length - 2} others`;
}
