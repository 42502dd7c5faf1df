import { LIMITS } from '@cusp/contract/limits';
import { ActionIcon, Input } from '@mantine/core';
import { IconArrowRight, IconSearch, IconX } from '@tabler/icons-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
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

/** Mantine's field as plain elements, because its own are rendered in the task of each key and take longer than the rest of it. */
const { classes } = Input;
const GROWS = { flex: 1 };
const SIZE = {
  '--input-height': 'var(--input-height-sm)',
  '--input-fz': 'var(--mantine-font-size-sm)',
} as CSSProperties;
/** Room for the clear and the search button side by side. */
const WIDE = { ...SIZE, '--input-right-section-width': '4rem' } as CSSProperties;

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
  const [isCleared, setCleared] = useState(false);
  // As while typing, what is open stays open.
  const searchAll = useLatest(() => search('', onType ?? onSearch));
  // In a task of its own, because the click, the focus and the navigation together take long.
  useEffect(() => {
    if (!isCleared) return;
    const timer = setTimeout(() => {
      setCleared(false);
      searchAll();
    });
    return () => clearTimeout(timer);
  }, [isCleared, searchAll]);
  const clear = () => {
    setTyped('');
    setCleared(true);
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
    <div className={classes.root} style={GROWS}>
      <div
        className={`${classes.wrapper} mantine-Input-wrapper`}
        style={isWaiting ? WIDE : SIZE}
        data-variant="default"
        data-size="sm"
        data-with-left-section
        data-with-right-section={hasText || undefined}
      >
        <div className={classes.section} data-position="left">
          {SEARCH}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers clear a field of that type on Escape by themselves. */}
        <input
          ref={box}
          role="searchbox"
          className={`${classes.input} mantine-Input-input`}
          data-variant="default"
          aria-label={label}
          placeholder={hint}
          maxLength={LIMITS.search}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setTyping(false)}
        />
        {hasText && (
          <div className={classes.section} data-position="right">
            {buttons}
          </div>
        )}
      </div>
    </div>
  );
});
