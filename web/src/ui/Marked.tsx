import { splitAtWords } from '@cusp/text/search-words';
import { Fragment } from 'react';

interface MarkedProps {
  text: string;
  /** Folded words of a search; empty outside of a search. */
  words: readonly string[];
}

/** A text with the words of a search highlighted. */
export function Marked({ text, words }: MarkedProps) {
  if (words.length === 0) return text;
  return splitAtWords(text, words).map((part, at) =>
    // The parts of a text have no other key than their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  );
}
