import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutMentions, fillMentions, findMentions } from './mentions.ts';

const NAMES = new Map([
  [1, 'Anna Berg'],
  [2, 'Anna'],
  [3, '김민준'],
  [4, '@Ada @ Lab'],
]);
const nameOf = (id: number) => NAMES.get(id) ?? '';

/** Texts around mentions, as people write them. */
const written = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(1, 2, 3, 4).map((id) => ({ id })),
    ),
    { maxLength: 10 },
  )
  .map((parts) => {
    let text = '';
    const mentions = [];
    for (const part of parts) {
      const word = typeof part === 'string' ? part : `@${nameOf(part.id)}`;
      if (typeof part !== 'string')
        mentions.push({ user_id: part.id, start: text.length, length: word.length });
      text += word;
    }
    return { text, mentions };
  });

test('extracting and rendering mentions gives the same text', () => {
  fc.assert(
    fc.property(written, ({ text, mentions }) => {
      const kept = cutMentions(text, mentions);
      expect(kept).not.toBeNull();
      if (kept) expect(fillMentions(kept, nameOf)).toEqual({ text, mentions });
    }),
  );
});

test('a new name replaces the old one and nothing else changes', () => {
  const text = 'Dear @Anna, @Anna Berg says hello';
  const mentions = [
    { user_id: 2, start: 5, length: 5 },
    { user_id: 1, start: 12, length: 10 },
  ];
  const kept = cutMentions(text, mentions);
  expect(kept).toMatchObject({ body: 'Dear ,  says hello' });
  const renamed = (id: number) => (id === 2 ? 'Annabel Lee' : 'Jo');
  expect(kept && fillMentions(kept, renamed)).toEqual({
    text: 'Dear @Annabel Lee, @Jo says hello',
    mentions: [
      { user_id: 2, start: 5, length: 12 },
      { user_id: 1, start: 19, length: 3 },
    ],
  });
});

test.each([
  ['beyond the end', [{ user_id: 1, start: 3, length: 9 }]],
  ['not at an @', [{ user_id: 1, start: 0, length: 2 }]],
  [
    'one over the other',
    [
      { user_id: 1, start: 3, length: 4 },
      { user_id: 2, start: 6, length: 1 },
    ],
  ],
  [
    'not in order',
    [
      { user_id: 1, start: 7, length: 2 },
      { user_id: 2, start: 3, length: 2 },
    ],
  ],
])('a mention that does not fit is refused: %s', (_, mentions) => {
  expect(cutMentions('hi @Ann@Jo', mentions)).toBeNull();
});

test('an edit by plain text keeps the mentions whose names are still there', () => {
  const kept = [
    { userId: 1, at: 0 },
    { userId: 3, at: 5 },
    { userId: 2, at: 9 },
  ];
  expect(findMentions('now @Anna Berg and @Anna', kept, nameOf)).toEqual([
    { user_id: 1, start: 4, length: 10 },
    { user_id: 2, start: 19, length: 5 },
  ]);
});

test('the beginning of a longer name is not the mention of somebody with a shorter one', () => {
  const kept = [
    { userId: 2, at: 0 },
    { userId: 1, at: 1 },
  ];
  expect(findMentions('now @Anna Berg alone', kept, nameOf)).toEqual([{ user_id: 1, start: 4, length: 10 }]);
});

test('all mentions are found again in their own text', () => {
  fc.assert(
    fc.property(written, ({ text, mentions }) => {
      const kept = cutMentions(text, mentions);
      if (!kept) throw new Error('fits');
      // The name may occur earlier without a mention, and is then taken for it. The number of mentions must not grow.
      const again = findMentions(text, kept.mentions, nameOf);
      expect(cutMentions(text, again)).not.toBeNull();
      expect(again.length).toBeLessThanOrEqual(mentions.length);
    }),
  );
});
