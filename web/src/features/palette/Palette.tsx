import { listCases, userFilters } from '@cusp/contract/case-list.routes';
import { Combobox, Loader, Modal, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whenPageIsIdle } from '../../client/page-idle.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { Marked } from '../../ui/Marked.tsx';
import { nearWords } from '../../ui/near-words.ts';
import { useWhenIdle } from '../../ui/when-idle.ts';
import { NO_FILTERS, wireQueryOf } from '../cases/cases.offers.tsx';
import classes from './palette.module.css';
import { type Item, indexOf, MOST_RECENT, shownItems, takenBy } from './palette-items.ts';
import {
  type ScreenLink,
  useCaseItems,
  useCommandItems,
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
/** Institutions and actions have spaces in their keys, which an id must not have. */
const idOf = (key: string) => `palette-${key.replaceAll(/\s/g, '%20')}`;

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
  const isIdle = useWhenIdle(true);
  const isWhole = isIdle || isTyped;
  const cases = useCaseItems(
    useMemo(() => (isWhole ? known : known?.slice(0, MOST_RECENT)), [known, isWhole]),
    found,
  );
  const commands = useCommandItems();
  const persons = usePeopleItems(people);
  const pages = useScreenItems(screens);
  const items = useMemo(
    () => [...cases, ...commands, ...persons, ...pages],
    [cases, commands, persons, pages],
  );
  // The field follows each key at once, the list as soon as there is time.
  const listed = useDeferredValue(text);
  const all = useMemo(() => shownItems(items, listed), [items, listed]);
  const groups = isIdle ? all : firstOf(all, FIRST_OPTIONS);
  useEffect(() => (isIdle ? whenPageIsIdle(() => indexOf(items)) : undefined), [isIdle, items]);
  const error = isTyped ? search.error : latest.error;
  const isSearching = isTyped && (settled !== text.trim() || search.isFetching);

  const store = useCombobox({ opened: true });
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
  const keys: Record<string, () => void> = {
    Escape: () => onClose(),
    Enter: () => choose(takenBy(items, text, options, chosen)),
    ArrowDown: () => setChosen(options[(at + 1) % options.length]?.key),
    ArrowUp: () => setChosen(options.at(at - 1)?.key),
    // In a field of one line they would scroll the page behind.
    PageDown() {},
    PageUp() {},
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari's Enter that ends a composition has only the key code.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229 || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]?.();
  };
  return (
    <Modal
      opened
      onClose={() => onClose()}
      withCloseButton={false}
      centered={false}
      yOffset="12dvh"
      size={640}
      padding={0}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      // Hiding the bar takes a style sheet of its own, for which the browser computes the styles of the whole page again.
      removeScrollProps={{ removeScrollBar: false }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // On the dialog itself; the prop aria-label would name the element around it.
      attributes={{ content: { 'aria-label': t('title') } }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Combobox store={store}>
        <Combobox.EventsTarget
          withExpandedAttribute
          withKeyboardNavigation={false}
          aria-activedescendant={active && idOf(active)}
        >
          <TextInput
            data-autofocus
            variant="unstyled"
            classNames={{ input: classes.input, wrapper: classes.field }}
            aria-label={t('title')}
            placeholder={t('placeholder')}
            maxLength={200}
            value={text}
            onChange={(event) => {
              setChosen(undefined);
              setText(event.currentTarget.value);
            }}
            onKeyDown={onKeyDown}
            leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
            rightSection={isSearching && <Loader size={16} color="gray" />}
          />
        </Combobox.EventsTarget>
        {/* The list is a scroll region that arrow keys reach through the field. */}
        <Combobox.Options
          ref={list}
          className={classes.options}
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
            <Combobox.Group
              key={group}
              label={t(`groups.${listed.trim() !== '' || group !== 'cases' ? group : 'recent'}`)}
            >
              {each.map((item) => (
                <Option key={item.key} item={item} text={listed} isActive={item.key === active} />
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && listed === text && !isSearching && !error && (
            <Combobox.Empty className={classes.empty}>{t(isTyped ? 'nothing' : 'loading')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
      {error && (
        <p role="alert" className={classes.error}>
          {t('failed')} {errorText(errors, error)}
        </p>
      )}
      <p className={classes.foot}>{t('hint')}</p>
    </Modal>
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

/** A plain element, because each key renders up to twenty of them. */
const Option = memo(function Option(props: { item: Item; text: string; isActive: boolean }) {
  const { item, text, isActive } = props;
  const { key, label, hint, words, keys, icon: Icon } = item;
  const marks = useMemo(() => nearWords(`${label} ${hint ?? ''}`, text, words), [label, hint, words, text]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
    <div
      role="option"
      id={idOf(key)}
      aria-selected={isActive}
      className={classes.option}
      data-combobox-selected={isActive || undefined}
      data-key={key}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label} dir="auto">
        <Marked text={label} words={marks} />
      </span>
      {hint && (
        <span className={classes.hint} dir="auto">
          <Marked text={hint} words={marks} />
        </span>
      )}
      {keys && <kbd className={classes.keys}>{keys}</kbd>}
    </div>
  );
});
