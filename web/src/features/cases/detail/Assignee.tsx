import { changeAssignee, getAssignee, UNDO_MS } from '@cusp/contract/case-changes.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseContent } from '@cusp/contract/cases.routes';
import { nameOrder } from '@cusp/text/names';
import { ActionIcon, Loader, Select } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { useKeys, withShortcut } from '../../../client/keyboard/use-keyboard.ts';
import { useCall, useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import { withUndo } from '../../../ui/undo-offers.ts';
import { setOf, useUndo } from '../use-undo.ts';
import classes from './case-facts.module.css';

/** The assignee of a case; people with the right can choose another one. */
export function Assignee({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const [isOpen, setOpen] = useState(false);
  /** The button gets the focus back from the choice, so that the next key is a shortcut again. */
  const [hadFocus, setHadFocus] = useState(false);
  const name = dentalCase.assignee?.name ?? t('detail.nobody');
  const keys = useKeys('assignee');
  const { t: errors } = useTranslation('errors');
  const label = t('detail.changeAssignee');
  const mayAssign = dentalCase.can_assign;
  const explain = () =>
    toastError(dentalCase.status.code === 'CLSD' ? errors('case_closed') : t('bulk.why.noAssigning'));
  useCommands([
    {
      shortcut: 'assignee',
      label,
      isInPalette: mayAssign,
      of: dentalCase.id,
      run: mayAssign ? () => setOpen(true) : explain,
    },
  ]);
  const close = (hasFocus: boolean) => {
    setOpen(false);
    setHadFocus(hasFocus);
  };
  if (isOpen && mayAssign) return <Choice dentalCase={dentalCase} onClose={close} />;
  return (
    <span className={classes.assignee} data-none={!dentalCase.assignee || undefined}>
      <span className={classes.assigneeName}>{name}</span>
      {mayAssign && (
        <ActionIcon
          className={classes.edit}
          variant="subtle"
          color="gray"
          size={24}
          autoFocus={hadFocus}
          aria-label={label}
          aria-keyshortcuts={keys || undefined}
          title={withShortcut(label, keys)}
          onClick={() => setOpen(true)}
        >
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}

const NOBODY = '';

function Choice({ dentalCase, onClose }: { dentalCase: CaseDetail; onClose(hasFocus: boolean): void }) {
  const { t, i18n } = useTranslation('cases');
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  const params = { id: dentalCase.id };
  const { data, error } = useCall(getAssignee, { params }, ['case', dentalCase.id, 'assignee']);
  const offerUndo = useUndo();
  const input = useRef<HTMLInputElement>(null);
  const leave = () => onClose(document.activeElement === input.current);
  const change = useChange(changeAssignee, {
    onError: (failure) => void explain(failure),
    onSettled: () => leave(),
  });
  const explain = async (failure: ApiError) => {
    if (failure.code !== 'assignee_changed') return toastError(errorText(errors, failure));
    const now = await call(getCaseContent, { params }).catch(() => null);
    await queries.invalidateQueries({ queryKey: ['case'] });
    if (!now) return;
    const moved = { assignee: now.assignee?.name ?? t('detail.nobody') };
    const name = failure.changedBy;
    toastError(name ? t('detail.assigneeMovedBy', { ...moved, name }) : t('detail.assigneeMoved', moved));
  };
  if (error) return <span className={classes.quiet}>{errorText(errors, error)}</span>;
  if (!data) return <Loader size="xs" />;
  const current = data.assignee.id === null ? NOBODY : String(data.assignee.id);
  const byName = nameOrder(i18n.language);
  const people = data.sg_users
    .map(({ name, user_id }) => ({ value: String(user_id), label: name }))
    .sort((one, other) => byName(one.label, other.label));
  return (
    <Select
      ref={input}
      size="xs"
      autoFocus
      searchable
      defaultDropdownOpened
      aria-label={t('detail.assignee')}
      allowDeselect={false}
      // A disabled field would lose the focus.
      readOnly={change.isPending}
      rightSection={change.isPending ? <Loader size={14} /> : undefined}
      nothingFoundMessage={t('filter.nobody')}
      data={[{ value: NOBODY, label: t('detail.nobody') }, ...people]}
      value={current}
      onBlur={() => !change.isPending && onClose(false)}
      onKeyDown={({ key }) => key === 'Escape' && onClose(true)}
      onChange={(value) => {
        if (value === null || value === current) return leave();
        const assignee_id = value === NOBODY ? null : Number(value);
        const name = people.find((person) => person.value === value)?.label;
        const until = Date.now() + UNDO_MS;
        const body = { assignee_id, was: data.assignee.id };
        // Not an option of `mutate`, because those are dropped when the choice closes.
        void withUndo(
          (early) =>
            change.mutateAsync({ params, body }).then(
              (reply) => {
                const { undo } = reply;
                const text = name ? t('undo.assigned', { name }) : t('undo.unassigned');
                const newer = { name: 'post_assignee_changed', caseId: dentalCase.id, reply } as const;
                if (undo !== null) offerUndo(text, { undo, until, early, newer });
              },
              // `onError` explains it.
              () => undefined,
            ),
          [setOf('post_assignee_changed', dentalCase.id)],
        );
      }}
    />
  );
}
