import type { CaseComment } from '@cusp/contract/case-comment';
import { REACTIONS, type ReactionKind, reactToComment } from '@cusp/contract/comments.routes';
import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconCircleCheck,
  IconDental,
  IconEye,
  IconHeart,
  IconHelpCircle,
  IconThumbUp,
} from '@tabler/icons-react';
import { type Ref, useId, useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { Hint } from '../../../ui/Hint.tsx';
import { toastError } from '../../../ui/toast.ts';
import { CommentTool } from './CommentTool.tsx';
import classes from './reactions.module.css';

const ICONS: Record<ReactionKind, typeof IconEye> = {
  agreed: IconThumbUp,
  done: IconCircleCheck,
  looking: IconEye,
  unclear: IconHelpCircle,
  thanks: IconHeart,
  fits: IconDental,
};

type Reactions = CaseComment['reactions'];

/** People whose names a reaction shows without being pointed at. */
const NAMED = 2;

/**
 * Adds and removes own reactions to a comment; `shown` are its reactions with the one that was sent, until they are
 * loaded again.
 */
export function useReactions({ id, reactions }: Pick<CaseComment, 'id' | 'reactions'>) {
  const { t } = useTranslation('errors');
  const react = useSubmit(reactToComment, { onError: (error) => toastError(errorText(t, error)) });
  const [before, setBefore] = useState<Reactions>();
  const sent = before === reactions && !react.isError ? react.variables?.body : undefined;
  const shown = sent ? withOwn(reactions, sent) : reactions;
  const isMine = (kind: ReactionKind) => shown.some((each) => each.kind === kind && each.is_mine);
  return {
    shown,
    isMine,
    toggle(kind: ReactionKind) {
      if (react.isPending) return;
      setBefore(reactions);
      react.mutate({ params: { id }, body: { kind, on: !isMine(kind) } });
    },
  };
}

const withOwn = (reactions: Reactions, { kind, on }: { kind: ReactionKind; on: boolean }): Reactions =>
  REACTIONS.flatMap((each) => {
    const known = reactions.find((reaction) => reaction.kind === each);
    const names = known?.names ?? [];
    const is_mine = each === kind ? on : known?.is_mine === true;
    return is_mine || names.length > 0 ? [{ kind: each, is_mine, names }] : [];
  });

type Toggle = ReturnType<typeof useReactions>;

/** Offers the reactions by name. The menu is only created when it is opened, because each comment has one. */
export function ReactionMenu({ isMine, toggle }: Toggle) {
  const { t } = useTranslation('cases');
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CommentTool
        icon="react"
        label={t('comments.react')}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onClick={({ currentTarget }) => {
          setTarget(currentTarget);
          setOpen(!isOpen);
          // Safari does not focus a button that is pressed, and the menu leaves the focus when this closes it.
          if (isOpen) currentTarget.focus({ preventScroll: true });
        }}
      />
      {target && (
        <Menu
          id={id}
          opened={isOpen}
          onChange={(next) => {
            setOpen(next);
            // Mantine returns the focus only from menus that were closed at first.
            if (!next) target.focus({ preventScroll: true });
          }}
          returnFocus={false}
          position="bottom-end"
          width={200}
        >
          <Menu.Target>
            <Anchor element={target} />
          </Menu.Target>
          <Menu.Dropdown>
            {REACTIONS.map((kind) => {
              const Icon = ICONS[kind];
              return (
                <Menu.CheckboxItem
                  key={kind}
                  checked={isMine(kind)}
                  onChange={() => toggle(kind)}
                  closeMenuOnClick
                  rightSection={<Icon size={16} aria-hidden />}
                >
                  {t(`comments.reactions.${kind}`)}
                </Menu.CheckboxItem>
              );
            })}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** Gives a menu an element outside of it as its target, which has the attributes already. */
function Anchor({ ref, element }: { ref?: Ref<HTMLElement>; element: HTMLElement }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

/**
 * The reactions to a comment with the people who reacted; pressing one adds or removes one's own. A button shows the
 * names that have no room, because a finger cannot point at them.
 */
export function ReactionChips({ shown, toggle, mayReact }: Toggle & { mayReact: boolean }) {
  const { t, i18n } = useTranslation(['cases', 'common', 'files']);
  const [opened, setOpened] = useState<ReactionKind | null>(null);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.reactions} aria-label={t('comments.reactionsTitle')}>
      {shown.map(({ kind, is_mine, names }) => {
        const Icon = ICONS[kind];
        const people = [
          ...(is_mine ? [t('files:you')] : []),
          ...names.map((name) => name || t('common:unknown')),
        ];
        const all = new Intl.ListFormat(i18n.language).format(people);
        const isOpen = opened === kind;
        const more = people.length - NAMED;
        const label = t('comments.reactedBy', { reaction: t(`comments.reactions.${kind}`), names: all });
        return (
          <li key={kind} className={classes.entry}>
            <Hint label={label}>
              <UnstyledButton
                className={classes.reaction}
                data-mine={is_mine || undefined}
                aria-label={label}
                aria-pressed={is_mine}
                disabled={!mayReact}
                onClick={() => toggle(kind)}
              >
                <Icon size={15} aria-hidden />
                <span className={classes.reactors} data-all={isOpen || undefined}>
                  {isOpen ? all : people.slice(0, NAMED).join(', ')}
                </span>
              </UnstyledButton>
            </Hint>
            {more > 0 && (
              <UnstyledButton
                className={classes.more}
                aria-label={all}
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? null : kind)}
              >
                {isOpen ? '−' : `+${more}`}
              </UnstyledButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
