import { listShares, revokeShare, type Share } from '@cusp/contract/sharing';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastError } from '../../../ui/toast.ts';
import { ShareEntry } from './ShareEntry.tsx';
import classes from './share-dialog.module.css';

/** The links of a case that one may revoke, latest first. */
export function ShareList({ caseId }: { caseId: number }) {
  const { t } = useTranslation('sharing');
  const { t: errors } = useTranslation('errors');
  const confirm = useConfirm();
  const { data, error, refetch } = useCall(listShares, { params: { id: caseId } }, ['shares', caseId]);
  const revoke = useSubmit(revokeShare, {
    stale: [
      ['shares', caseId],
      ['history', caseId],
    ],
    onError: (failure) => toastError(errorText(errors, failure)),
  });
  async function ask(share: Share) {
    const isSure = await confirm({
      title: t('list.question'),
      content: t('list.questionText', { name: share.recipient }),
      ok: t('list.revoke'),
      danger: true,
    });
    if (isSure) revoke.mutate({ params: { id: share.id } });
  }
  return (
    <section aria-label={t('list.title')}>
      <h3 className={classes.heading}>{t('list.title')}</h3>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={2} />
        )
      ) : data.shares.length === 0 ? (
        <p className={classes.quiet}>{t('list.none')}</p>
      ) : (
        <ul className={classes.list}>
          {data.shares.map((share) => (
            <ShareEntry
              key={share.id}
              share={share}
              isGoing={revoke.isPending && revoke.variables?.params.id === share.id}
              onRevoke={() => void ask(share)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
