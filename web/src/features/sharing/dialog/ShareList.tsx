import type { Share } from '@cusp/contract/sharing';
import { listShares, revokeShare } from '@cusp/contract/sharing.routes';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastError } from '../../../ui/toast.ts';
import classes from './share-dialog.module.css';

/** The links of a case that the reader may revoke, latest first. */
export function ShareList({ caseId }: { caseId: number }) {
  const { t } = useTranslation('sharing');
  const { data, error, refetch } = useCall(listShares, { params: { id: caseId } }, ['shares', caseId]);
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
            <ShareEntry key={share.id} share={share} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** One link: its reader, what it allows, whether it works and how often it was opened. */
function ShareEntry({ share }: { share: Share }) {
  const { t } = useTranslation('sharing');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const confirm = useConfirm();
  // For each link separately, because another request may be in progress.
  const revoke = useSubmit(revokeShare, {
    onError: (failure) => toastError(errorText(errors, failure)),
  });
  const { dateTime } = useFormat();
  const { recipient, email, maker, state, open_count, last_opened, chosen_files, gives_texts } = share;
  async function ask() {
    const isSure = await confirm({
      title: t('list.question'),
      content: t('list.questionText', { name: recipient }),
      ok: t('list.revoke'),
      danger: true,
    });
    if (isSure) revoke.mutate({ params: { id: share.id } });
  }
  const facts = [
    t(share.allows_download ? 'download' : 'viewOnly'),
    chosen_files > 0 ? t('list.chosen', { count: chosen_files }) : '',
    gives_texts ? t('list.texts') : '',
    t('list.until', { date: dateTime(share.expires_date) }),
    t('list.by', { name: maker.name || common('unknown') }),
    email && email !== recipient ? t('list.mailed', { email }) : '',
  ];
  const openings = last_opened
    ? [t('list.opened', { count: open_count }), t('list.last', { date: dateTime(last_opened) })]
    : [t('list.never')];
  return (
    <li className={classes.entry} data-over={state !== 'active' || undefined}>
      <div className={classes.words}>
        <span className={classes.line}>
          <span className={classes.recipient}>{recipient}</span>
          <span className={classes.state} data-state={state}>
            {t(`list.state.${state}`)}
          </span>
        </span>
        <span className={classes.quiet}>
          <DottedLine facts={facts} />
        </span>
        <span className={classes.quiet}>
          <DottedLine facts={openings} />
        </span>
      </div>
      {(state === 'active' || state === 'ended') && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.isPending}
          aria-label={t('list.revokeNamed', { name: recipient })}
          onClick={() => void ask()}
        >
          {t('list.revoke')}
        </Button>
      )}
    </li>
  );
}
