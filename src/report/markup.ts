/** HTML that is safe to insert. It is made only by `html`. */
export class Markup {
  readonly text: string;

  /** @param text HTML */
  private constructor(text: string) {
    this.text = text;
  }

  static of(strings: TemplateStringsArray, values: readonly Insertable[]): Markup {
    return new Markup(strings.map((part, i) => part + (i < values.length ? inserted(values[i]!) : '')).join(''));
  }
}

/** What a template may contain; lists are joined, `false` is nothing. */
export type Insertable = string | number | false | Markup | readonly Insertable[];

/** A template of HTML: everything that it contains is escaped, except for other templates. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...values: Insertable[]): Markup {
  return Markup.of(strings, values);
}

function inserted(value: Insertable): string {
  if (value === false) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'string' || typeof value === 'number' ? escaped(String(value)) : value.map(inserted).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that HTML does not allow become U+FFFD, and a text cannot change the direction of what follows it. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/gu, (letter) =>
      /[\t\n]/.test(letter) ? letter : '\uFFFD',
    )
    .replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter]!);
}
