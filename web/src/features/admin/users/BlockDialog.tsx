import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { blockUser, unblockUser } from '@cusp/contract/staff-users.routes';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { isReason, ReasonField } from './ReasonField.tsx';

interface Props {
  user: StaffUserDetail;
  onClose(): void;
}

/** Asks for the reason of a block, or of its end. The typed reason stays if the request fails. */
export function BlockDialog({ user, onClose }: Props) {
  const { t } = useTranslation('staff-users');
  const { t: words } = useTranslation('errors');
  const [reason, setReason] = useState('');
  // The account as it was when the dialog opened, because it is refreshed behind it after a conflict.
  const [isBlocked] = useState(user.state === 'blocked');
  const queries = useQueryClient();
  const stale = [['staff-user', user.id], ['staff-users']] as const;
  const block = useSubmit(blockUser, { stale });
  const unblock = useSubmit(unblockUser, { stale });
  const change = isBlocked ? unblock : block;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { params: { id: user.id }, body: { reason, version: user.version } },
      {
        onSuccess() {
          toastDone(t(isBlocked ? 'actions.unblocked' : 'actions.blocked'));
          onClose();
        },
        onError(error) {
          if (error.code === 'conflict')
            void queries.invalidateQueries({ queryKey: ['staff-user', user.id] });
        },
      },
    );
  };
  const problem = (error: ApiError) =>
    error.code === 'conflict' && error.changedBy
      ? t('actions.conflict', { name: error.changedBy })
      : errorText(words, error);
  const name = user.name || user.email;
  return (
    <CuspModal
      opened
      onClose={onClose}
      title={t(isBlocked ? 'actions.unblockTitle' : 'actions.blockTitle', { name })}
    >
      <form onSubmit={submit} noValidate>
        <p>{t(isBlocked ? 'actions.unblockText' : 'actions.blockText')}</p>
        <ReasonField
          value={reason}
          error={change.error && problem(change.error)}
          onChange={(typed) => {
            setReason(typed);
            change.reset();
          }}
        />
        <Group mt="md" justify="flex-end">
          <Button
            type="submit"
            color={isBlocked ? undefined : 'red'}
            loading={change.isPending}
            disabled={!isReason(reason)}
          >
            {t(isBlocked ? 'actions.unblock' : 'actions.block')}
          </Button>
        </Group>
      </form>
    </CuspModal>
  );
}
