import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { LessonPlace } from './place.ts';
import { linkTo } from './use-place.ts';
import { useSay } from './use-say.ts';

/** Copies a link to a chapter, a slide or a task with its numbers. */
export function CopyLink({ place }: { place: () => LessonPlace }) {
  const { t } = useSay();
  const { copy, copied } = useClipboard({ timeout: 1500 });
  return <Button onClick={() => copy(linkTo(place()))}>{t(copied ? 'lessons.copied' : 'lessons.link')}</Button>;
}
