/**
 * Gives the focus to an element, once it is drawn, where what had it is gone: else a keyboard would be back at the
 * page's top.
 */
export function focusNext(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  });
}
