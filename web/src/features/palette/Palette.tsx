import { listCases, userFilters } from '@cusp/contract/case-list.routes';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whenPageIsIdle } from '../../client/page-idle.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useWhenIdle, whenIdle } from '../../ui/when-idle.ts';
import { NO_FILTERS, wireQueryOf } from '../cases/cases.offers.tsx';
import { isComposing, PaletteDialog } from './PaletteDialog.tsx';
import { idOf, PaletteOption } from './PaletteOption.tsx';
import classes from './palette.module.css';
import { type Item, indexOf, MAX_RECENT, shownItems, takenBy } from './palette-items.ts';
import {
  type ScreenLink,
  useCaseItems,
  useCommandItems,
  useFoundItems,
  usePeopleItems,
  useScreenItems,
} from './use-items.ts';

interface PaletteProps {
  screens: readonly ScreenLink[];
  /** Closes it; with `run`, runs that once the page has the keyboard again. */
  onClose(run?: () => void): void;
}

const SEARCH_AFTER_MS = 150;
/** Rows of the list that are searched with tolerance for typing errors. */
const KNOWN = 100;
/** Options of the first piece of the list, so that the field is there before the rest is rendered. */
const FIRST_OPTIONS = 8;
/** Rows that become items in one piece while nothing is typed. */
const AT_ONCE = 20;
const LIST = 'palette-list';
// The same elements in each render, so that a key does not render them again.
const SEARCH = <IconSearch size={18} stroke={1.6} aria-hidden />;
const SEARCHING = <Loader size={16} color="gray" />;

/** Finds cases, people, screens and available commands. */
export default function Palette({ screens, onClose }: PaletteProps) {
  const { t } = useTranslation('palette');
  const { t: errors } = useTranslation('errors');
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const wire = wireQueryOf(NO_FILTERS, 1, KNOWN);
  const latest = useCall(listCases, { query: wire }, ['cases', wire]);
  const asked = wireQueryOf({ ...NO_FILTERS, searchString: settled }, 1);
  const search = useCall(listCases, { query: asked }, ['cases', asked], {
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const { data: people } = useCall(userFilters, {}, ['filters'], { enabled: useMayCall(userFilters) });

  const isTyped = text.trim() !== '';
  const found = isTyped && settled !== '' ? search.data?.posts : undefined;
  const known = latest.data?.posts;
  const hasField = useWhenIdle(true);
  const isIdle = useWhenIdle(hasField);
  const [ready, setReady] = useState(MAX_RECENT);
  const isReady = isTyped || ready >= (known?.length ?? 0);
  useEffect(
    () => (isIdle && !isReady ? whenIdle(() => setReady(ready + AT_ONCE)) : undefined),
    [isIdle, isReady, ready],
  );
  const cases = useCaseItems(
    useMemo(() => (isReady ? known : known?.slice(0, ready)), [known, isReady, ready]),
  );
  const foundCases = useFoundItems(useDeferredValue(found));
  const commands = useCommandItems();
  const persons = usePeopleItems(people);
  const pages = useScreenItems(screens);
  const items = useMemo(
    () => [...cases, ...commands, ...persons, ...pages],
    [cases, commands, persons, pages],
  );
  // The field follows each key at once, the list as soon as there is time.
  const listed = useDeferredValue(text);
  const all = useMemo(() => shownItems(items, listed, foundCases), [items, listed, foundCases]);
  const groups = isIdle ? all : firstOf(all, hasField || isTyped ? FIRST_OPTIONS : 0);
  useEffect(() => (isReady ? whenPageIsIdle(() => indexOf(items)) : undefined), [isReady, items]);
  const error = isTyped ? search.error : latest.error;
  const isSearching = isTyped && (settled !== text.trim() || search.isFetching);

  const list = useRef<HTMLDivElement>(null);
  const isScrolled = useRef(false);
  const options = groups.flatMap(([, each]) => each);
  const shown = options.map(({ key }) => key).join();
  // The first option, unless the arrow keys chose one that still exists: others may be added or removed at any moment.
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    options.findIndex(({ key }) => key === chosen),
    0,
  );
  const active = options[at]?.key;
  const hasChosen = chosen !== undefined && active === chosen;
  useEffect(() => {
    if (!shown) return;
    if (hasChosen) document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' });
    else if (isScrolled.current) list.current?.scrollTo(0, 0);
  }, [shown, hasChosen, chosen]);

  const choose = (item: Item | undefined) => item && onClose(item.run);
  const keys: Record<string, () => unknown> = {
    // Not yet listed options have not been seen.
    Enter: () => (isTyped || options.length > 0) && choose(takenBy(items, text, options, chosen, foundCases)),
    ArrowDown: () => setChosen(options[(at + 1) % options.length]?.key),
    ArrowUp: () => setChosen(options.at(at - 1)?.key),
    // In a field of one line they would scroll the page behind.
    PageDown() {},
    PageUp() {},
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]?.();
  };
  return (
    <PaletteDialog label={t('title')} onClose={() => onClose()}>
      <div className={classes.field}>
        {SEARCH}
        <input
          className={classes.input}
          // biome-ignore lint/a11y/noAutofocus: a dialog takes the focus.
          autoFocus
          autoComplete="off"
          role="combobox"
          aria-label={t('title')}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={LIST}
          aria-activedescendant={active && idOf(active)}
          placeholder={t('placeholder')}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setChosen(undefined);
            setText(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        {isSearching && SEARCHING}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, which scroll the list too. */}
      <div
        ref={list}
        id={LIST}
        role="listbox"
        className={classes.options}
        data-coming={(!isIdle && !isTyped) || undefined}
        aria-label={t('results')}
        tabIndex={-1}
        onScroll={(event) => {
          isScrolled.current = event.currentTarget.scrollTop > 0;
        }}
        onClick={(event) => {
          const option = (event.target as Element).closest<HTMLElement>('[role=option]');
          choose(options.find(({ key }) => key === option?.dataset.key));
        }}
      >
        {groups.map(([group, each]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
          <div key={group} role="group" aria-labelledby={`${LIST}-${group}`}>
            <div id={`${LIST}-${group}`} className={classes.group}>
              {t(`groups.${listed.trim() !== '' || group !== 'cases' ? group : 'recent'}`)}
            </div>
            {each.map((item) => (
              <PaletteOption key={item.key} item={item} text={listed} isActive={item.key === active} />
            ))}
          </div>
        ))}
        {hasField && groups.length === 0 && listed === text && !isSearching && !error && (
          <div className={classes.empty}>{t(isTyped ? 'nothing' : 'loading')}</div>
        )}
      </div>
      {error && (
        <p role="alert" className={classes.error}>
          {t('failed')} {errorText(errors, error)}
        </p>
      )}
      <p className={classes.foot}>{t('hint')}</p>
    </PaletteDialog>
  );
}

/** The first options of all groups. */
function firstOf(groups: ReturnType<typeof shownItems>, most: number): typeof groups {
  let left = most;
  return groups.flatMap(([group, each]): typeof groups => {
    const own = each.slice(0, left);
    left -= own.length;
    return own.length > 0 ? [[group, own]] : [];
  });
}
