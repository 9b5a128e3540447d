import type { DocumentReader } from '../document.ts';
import { readFlat, type Escapes } from './text.ts';

/** The head of WebVTT, its notes and styles; the number and the times of a subtitle; tags, times of words, positions. */
const MARKUP =
  /^(?:WEBVTT|NOTE|STYLE|REGION)\b[^]*$|^(?:(?!.*-->)[^\r\n]*\r?\n)?[^\r\n]*-->[^\r\n]*(?:\r?\n|$)|<\/?(?:[a-z]|\d)[^<>]*>|\{\\[^{}]*\}/giu;

/** A subtitle is a stretch of speech, whose lines were broken to fit the picture. */
const BREAKS: Escapes = { pattern: /\r?\n/g, decode: () => ' ', encode: (text) => text };

export const reader: DocumentReader = { read: (file) => readFlat(file, MARKUP, BREAKS) };
