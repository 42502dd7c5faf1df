import type { StaffConnection } from '@cusp/contract/staff-parties';
import { designateConnection, releaseConnection } from '@cusp/contract/staff-parties.routes';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { calledBy } from './PartyName.tsx';

/** Designates an accepted connection, or releases it. Asks first, because both customers notice. */
export function DesignationButton({ connection }: { connection: StaffConnection }) {
  const { t } = useTranslation('admin-parties');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const designate = useSubmit(designateConnection);
  const release = useSubmit(releaseConnection);
  const { id, owner, user, is_designated, designation_version } = connection;
  const action = is_designated ? 'release' : 'designate';
  const names = { one: calledBy(owner, common), other: calledBy(user, common) };

  const textOf = (error: unknown): string =>
    error instanceof ApiError && error.code === 'conflict' && error.changedBy
      ? t('connections.changedBy', { name: error.changedBy })
      : errorText(words, error);

  async function askAndSend(): Promise<void> {
    const isSure = await confirm({
      title: t(`connections.${action}.title`),
      content: t(`connections.${action}.text`, names),
      ok: t(`connections.${action}.button`),
    });
    if (!isSure) return;
    const change = is_designated ? release : designate;
    change.mutate(
      { params: { id }, body: { designation_version } },
      {
        onSuccess: () => toastDone(t(`connections.${action}.done`)),
        onError: (error) => {
          toastError(textOf(error));
          void queries.invalidateQueries({ queryKey: ['admin-connections'] });
        },
      },
    );
  }

  return (
    <Button
      size="xs"
      variant="default"
      miw="max-content"
      aria-label={`${t(`connections.${action}.button`)}: ${names.one}, ${names.other}`}
      loading={designate.isPending || release.isPending}
      onClick={() => void askAndSend()}
    >
      {t(`connections.${action}.button`)}
    </Button>
  );
}
