import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Entity } from '../redaction/plan.ts';
import { Pseudonyms } from '../redaction/pseudonyms.ts';
import { redactDocument } from '../redaction/redact-document.ts';
import { openDocument } from '../registry.ts';

/** The content of a text document whose first word is marked. */
async function marked(before: string): Promise<string> {
  const content = `<office:document-content>${before}<office:body><office:text><text:p>Ada left.</text:p></office:text></office:body></office:document-content>`;
  const files = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const document = await openDocument({ name: 'a.odt', bytes });
  const entity: Entity = { block: 0, start: 0, end: 3, type: 'PER', probability: 1, by: 'model' };
  const written = await redactDocument(document, [entity], { others: 'mark', byType: {} }, new Pseudonyms());
  return new TextDecoder().decode(unzipSync(written.bytes)['content.xml']);
}

test.each(['', '<office:automatic-styles/>', '<office:automatic-styles></office:automatic-styles>'])(
  'a mark has a style with its namespaces, beside the styles %j of the document',
  async (styles) => {
    const content = await marked(styles);
    expect(content).toContain('<text:p><text:span text:style-name="Tagsmith_PER">Ada</text:span> left.</text:p>');
    expect(content).toMatch(
      /^<office:document-content><office:automatic-styles><style:style xmlns:style="[^"]+" xmlns:fo="[^"]+" style:name="Tagsmith_PER"/,
    );
    expect(content.match(/<office:automatic-styles>/g)).toHaveLength(1);
  },
);
