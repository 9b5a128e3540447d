import { Button } from '@mantine/core';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * A component whose code is loaded when it is first shown. If that fails, it says so in its place, and the rest of the page goes on;
 * with React's `lazy` alone, the whole page would disappear.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
}

/** A browser does not fetch a module again that it could not load, so the page has to be loaded again. */
function NotLoaded() {
  return (
    <p role="alert">
      This part of the page could not be loaded. <Button onClick={() => location.reload()}>Reload</Button>
    </p>
  );
}
