import { createRoot } from 'react-dom/client';
import { EmbeddedLesson } from '../features/lessons/EmbeddedLesson.tsx';
import { ThemeProvider } from '../look/ThemeProvider.tsx';

/** Shows a part of the lessons in place of the studio: no files, no worker. */
export function showEmbeddedLesson(root: HTMLElement): void {
  createRoot(root).render(
    <ThemeProvider>
      <EmbeddedLesson />
    </ThemeProvider>,
  );
}
