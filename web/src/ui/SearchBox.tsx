import { LIMITS } from '@cusp/contract/limits';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowRight, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../client/keyboard/commands.ts';
import { useLatest } from './use-latest.ts';

interface SearchBoxProps {
  /** The current search text of the list. */
  text: string;
  /** `isContinued`: the words were searched while they were typed, and replace that search. */
  onSearch(text: string, isContinued: boolean): void;
  /** Searches while the person types; without it only Enter and a button search. */
  onType?: (text: string, isContinued: boolean) => void;
  /** Name for assistive technology. */
  label: string;
  hint: string;
  clearLabel: string;
}

/** Pause in typing after which the words are searched. */
const PAUSE_MS = 250;

// The same element in each render, so that a key does not render it again.
const SEARCH = <IconSearch size={16} aria-hidden />;

/** Pixels of the clear and the search button side by side. */
const WIDTH_OF_TWO = 64;

/** One Latin letter is in almost every case; a Korean syllable is not. */
const isEnough = (words: string) => words === '' || words.length > 1 || /\p{sc=Hangul}/u.test(words);

/**
 * Searches on Enter, and with `onType` also after each pause in typing, otherwise with a button while the typed words
 * have not been searched yet; clears on the X or Escape, and a second Escape leaves it.
 */
export const SearchBox = memo(function SearchBox(props: SearchBoxProps) {
  const { text, onSearch, onType, label, hint, clearLabel } = props;
  const { t } = useTranslation('common');
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [asked, setAsked] = useState<string | null>(null);
  /** The last search came from typing that has not ended. */
  const [isTyping, setTyping] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  if (known !== text) {
    setKnown(text);
    // The person's own search arrives here a little later and must not replace text typed since.
    if (text === asked) setAsked(null);
    else {
      setAsked(null);
      setTyping(false);
      setTyped(text);
    }
  }
  useCommands([{ shortcut: 'search', isInPalette: false, run: () => box.current?.select() }]);
  const isNew = (words: string) => words !== text || (asked ?? text) !== words;
  const search = (next: string, show = onSearch) => {
    const words = next.trim();
    setTyping(false);
    if (!isNew(words) && !isTyping) return;
    setAsked(words);
    show(words, isTyping);
  };
  const searchTyped = () => {
    const words = typed.trim();
    if (!onType || !isNew(words) || !isEnough(words)) return;
    setAsked(words);
    setTyping(true);
    onType(words, isTyping);
  };
  const onPause = useLatest(searchTyped);
  // A syllable that is being composed is searched as it is and stays in the box unchanged, so that composing continues.
  const changed = useRef(typed);
  useEffect(() => {
    if (changed.current === typed) return;
    changed.current = typed;
    const timer = setTimeout(onPause, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onPause]);
  const clear = () => {
    setTyped('');
    // As while typing, what is open stays open.
    search('', onType ?? onSearch);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') search(typed);
    else if (event.key !== 'Escape') return;
    else if (typed) clear();
    // Returns to single-key shortcuts.
    else box.current?.blur();
  };
  const onClear = useLatest(clear);
  const onAsk = useLatest(() => search(typed));
  // Not in the task of a key: creating a button takes longer than the rest of it.
  const hasText = useDeferredValue(typed !== '');
  const isWaiting = useDeferredValue(!onType && typed.trim() !== '' && isNew(typed.trim()));
  const buttons = useMemo(
    () =>
      hasText && (
        <>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={clearLabel} onClick={onClear}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
          {isWaiting && (
            <ActionIcon variant="subtle" size="sm" aria-label={t('search')} onClick={onAsk}>
              <IconArrowRight size={16} aria-hidden />
            </ActionIcon>
          )}
        </>
      ),
    [hasText, isWaiting, clearLabel, t, onClear, onAsk],
  );
  return (
    <TextInput
      ref={box}
      flex={1}
      role="searchbox"
      aria-label={label}
      placeholder={hint}
      maxLength={LIMITS.search}
      enterKeyHint="search"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => setTyping(false)}
      leftSection={SEARCH}
      rightSectionWidth={isWaiting ? WIDTH_OF_TWO : undefined}
      rightSection={buttons}
    />
  );
});
