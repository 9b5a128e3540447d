import { NativeSelect } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Trellis } from '../../../insight/trellis.ts';
import { tokenChosen, useInsideStore } from '../../stores/inside.ts';
import { clippedName } from './drawing/layout.ts';
import { selectionOf } from './inspected.ts';
import styles from './Inside.module.css';

/** The sentence as a toolbar, which selects the token and tag that all figures explain. */
export function SentenceBar({ trellis }: { trellis: Trellis }) {
  const selected = useInsideStore((store) => store.selected);
  const bar = useRef<HTMLDivElement>(null);
  const { tokens, tags } = trellis.sentence;
  const { token, tag } = selectionOf(trellis, selected);
  useEffect(() => {
    // Scroll a token into view that was selected elsewhere.
    const [words, word] = [bar.current, bar.current?.querySelectorAll('button')[token]];
    if (!words || !word) return;
    const from = word.offsetLeft - words.offsetLeft;
    if (from < words.scrollLeft) words.scrollLeft = from;
    else if (from + word.offsetWidth > words.scrollLeft + words.clientWidth)
      words.scrollLeft = from + word.offsetWidth - words.clientWidth;
  }, [token]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: token - 1, ArrowRight: token + 1, Home: 0, End: tokens.length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= tokens.length) return;
    event.preventDefault();
    tokenChosen(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={styles.bar}>
      {/* A single tab stop: arrow keys move between tokens. */}
      <div ref={bar} role="toolbar" aria-label="Token" className={styles.words}>
        {tokens.map((word, t) => (
          <button
            key={t}
            type="button"
            className={styles.word}
            aria-pressed={t === token}
            tabIndex={t === token ? 0 : -1}
            onClick={() => tokenChosen(t)}
            onKeyDown={onKeyDown}
          >
            <span dir="auto">{word}</span>
            <span className={styles.small}>{clippedName(tags[trellis.path[t]!]!)}</span>
          </button>
        ))}
      </div>
      <NativeSelect
        className={styles.barTag}
        aria-label="Tag"
        data={tags.map((name, k) => ({ value: String(k), label: k === trellis.path[token] ? `${name} (path)` : name }))}
        value={String(tag)}
        onChange={(event) => tokenChosen(token, Number(event.currentTarget.value))}
      />
    </div>
  );
}
