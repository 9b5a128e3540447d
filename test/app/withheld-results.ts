import { onTestFinished, vi } from 'vitest';

/** Workers that start during the test report progress, but no result: none can be there before the click that cancels. */
export function withholdResults(): void {
  const property = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage')!;
  const spy = vi.spyOn(Worker.prototype, 'onmessage', 'set').mockImplementation(function (this: Worker, listener) {
    const onlyEvents = (event: MessageEvent<{ kind: string }>) => {
      if (event.data.kind === 'event') listener?.call(this, event);
    };
    property.set!.call(this, onlyEvents);
  });
  onTestFinished(() => spy.mockRestore());
}
