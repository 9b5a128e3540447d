import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

test.each([
  [
    'the root, its namespaces and its elements',
    `${HEAD}<corpus xmlns:t="http://x.org/t">\n<!-- <old> -->\n<t:sent id="1"><t:u kind="PER">Ada</t:u></t:sent>\n</corpus>\n`,
    /^a\.xml is an XML document whose root is <corpus> \(namespace http:\/\/x\.org\/t as t\) with <t:sent>, <t:u> in it: this form is not read\. Forms of XML that are read: BioC XML, /,
  ],
  [
    'the nearest form',
    `${HEAD}<doc><annotationset><annotation/></annotationset><textwithnodes/></doc>`,
    /The nearest form that is read is GATE, which also has <gatedocument>, <node>\. Convert it to that/,
  ],
  [
    'XML without a declaration',
    '<root>\n<item><text>Ada ran.</text></item>\n</root>\n',
    /root is <root> with <item>, <text> in it/,
  ],
  [
    'a scanned page',
    `${HEAD}<alto xmlns="http://x.org/alto#">\n<Layout/></alto>`,
    /root is <alto> \(namespace http:\/\/x\.org\/alto#\) with <Layout\/?> in it: the words of a scanned page/,
  ],
  [
    'regions of an image',
    `${HEAD}<annotation>\n<object><name>dog</name></object></annotation>`,
    /probably regions of an image/,
  ],
  ['feeds', `${HEAD}<rss version="2.0">\n<channel/></rss>`, /data of another kind/],
])('unknown XML is refused with what it is: %s', (_, text, message) => {
  expect(() => readText(text, {}, 'a.xml')).toThrow(message);
});

test('a page in XML is one of HTML, and text that begins with an element is none', () => {
  expect(() => readText('<html xmlns="http://www.w3.org/1999/xhtml">\n<body/></html>', {}, 'a.xml')).toThrow(
    'is an HTML page',
  );
  expect(readText('<s> O\nAda B-PER\n</s> O\n').sentences).toHaveLength(1);
});
