import type { ReactNode } from 'react';

interface ScrollableProps {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** A scrollable region, which is focusable so that it can be scrolled with the keyboard. */
export function Scrollable({ label, className, children }: ScrollableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
