import { casePeople } from '@cusp/contract/case-changes.routes';
import { MAX_COMMENT } from '@cusp/contract/comments.routes';
import { nameOrder } from '@cusp/text/names';
import { Combobox, type TextareaProps, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../client/use-call.ts';
import { LongTextarea } from '../../../../ui/LongTextarea.tsx';
import { LateTarget } from '../../../../ui/late-target.tsx';
import { PersonAvatar } from '../../../../ui/PersonAvatar.tsx';
import { noteTyping, noteTypingOver } from '../../presence/use-presence.ts';
import { applyEdit, type MentionText, matchesQuery, mention, wordAt } from './mention-spans.ts';
import classes from './mention-textarea.module.css';

interface MentionTextareaProps
  extends Omit<TextareaProps, 'value' | 'onChange' | 'onSelect' | 'onBlur' | 'ref'> {
  caseId: number;
  value: MentionText;
  onChange(next: MentionText): void;
}

const MAX_SHOWN = 8;

/**
 * The input of a comment. Typing '@' offers the people of the case: arrows and Enter choose, Escape closes the list.
 */
export function MentionTextarea({ caseId, value, onChange, onKeyDown, ...rest }: MentionTextareaProps) {
  const { t, i18n } = useTranslation('cases');
  useEffect(() => noteTypingOver, []);
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  /** Position of the '@' whose list was dismissed. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const word = wordAt(value, caret);
  const { data } = useCall(casePeople, { params: { id: caseId } }, ['case', caseId, 'people'], {
    enabled: word !== null,
  });
  const byName = nameOrder(i18n.language);
  const found = word
    ? (data?.people ?? [])
        .filter(({ name }) => matchesQuery(name, word.query))
        .sort((one, other) => byName(one.name, other.name))
    : [];
  const shown = found.slice(0, MAX_SHOWN);
  const isOpen = word !== null && word.start !== dismissed && shown.length > 0;
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: (opened) => {
      if (!opened && word) setDismissed(word.start);
    },
  });
  const { selectFirstOption, resetSelectedOption } = combobox;
  const listId = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  const people = isOpen ? shown.map(({ user_id }) => user_id).join() : '';
  useEffect(() => {
    if (people) setActiveId(selectFirstOption());
    else resetSelectedOption();
  }, [people, selectFirstOption, resetSelectedOption]);

  const keys: Record<string, () => void> = {
    ArrowDown: () => setActiveId(combobox.selectNextOption()),
    ArrowUp: () => setActiveId(combobox.selectPreviousOption()),
    Enter: combobox.clickSelectedOption,
    Tab: combobox.clickSelectedOption,
    Escape: () => combobox.closeDropdown(),
  };
  /** Handles a key for the list; returns whether it did. */
  const steer = (event: KeyboardEvent): boolean => {
    const act = isOpen && !event.nativeEvent.isComposing ? keys[event.key] : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    event.preventDefault();
    act();
    return true;
  };

  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    box.current?.focus();
    box.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  const choose = (id: string) => {
    const person = shown.find(({ user_id }) => String(user_id) === id);
    if (!person || !word) return;
    const next = mention(value, word, person);
    wanted.current = next.caret;
    setCaret(next.caret);
    onChange(next.written);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      // The composer is at the end of the window, on phones above a bar that would cover the list.
      position="top-start"
      width={300}
      withinPortal={false}
      keepMounted={false}
      floatingStrategy="fixed"
    >
      <Combobox.DropdownTarget>
        <LateTarget isOpen={isOpen}>
          <LongTextarea
            ref={box}
            max={MAX_COMMENT}
            aria-autocomplete="list"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? (activeId ?? undefined) : undefined}
            // Escape closes the list, not the dialog around it.
            data-mantine-stop-propagation={isOpen || undefined}
            description={t('comments.mentionHint')}
            {...rest}
            value={value.text}
            onChange={({ currentTarget }) => {
              noteTyping(caseId);
              setCaret(currentTarget.selectionStart);
              if (word === null) setDismissed(null);
              onChange(applyEdit(value, currentTarget.value));
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onBlur={() => setCaret(0)}
            onKeyDown={(event) => {
              if (!steer(event)) onKeyDown?.(event);
            }}
          />
        </LateTarget>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options id={listId} aria-label={t('comments.people')}>
          {shown.map(({ user_id, name, institution, picture }) => (
            <Combobox.Option key={user_id} value={String(user_id)} className={classes.person}>
              <PersonAvatar name={name} picture={picture} size={26} />
              <span className={classes.personWords}>
                <span className={classes.personName}>{name}</span>
                <span className={classes.personPlace}>{institution}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
