import { cancelMove } from '@cusp/contract/region-move.routes';
import { Button, Input, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useConfirm } from '../../ui/dialogs/confirm-context.ts';
import { TitledCard } from '../../ui/TitledCard.tsx';
import classes from './region-move.module.css';
import type { Move } from './use-move.ts';

/** The current step of a running move, and its percent. */
export function MoveBar({ move }: { move: Move }) {
  const { t } = useTranslation('region-move');
  const percent = move.cases_mv_percent;
  const state = move.is_paused ? t('paused') : t(move.step as 'copying' | 'frozen' | 'committed');
  return (
    <div className={classes.bar}>
      <p role="status">{state}</p>
      <div className={classes.progress}>
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label={t('progress', { percent })} />
        </Progress.Root>
        <span className={classes.percent}>{t('percent', { percent })}</span>
      </div>
    </div>
  );
}

/** Progress of a running move, and a button to cancel it before its commit. */
export function MoveProgress({ move, canCancel }: { move: Move; canCancel: boolean }) {
  const { t } = useTranslation('region-move');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const cancel = useSubmit(cancelMove);
  const confirm = useConfirm();
  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: t('cancelTitle'),
      content: t('cancelText'),
      ok: t('cancel'),
      cancel: t('goOn'),
      danger: true,
    });
    if (isSure) cancel.mutate({});
  }
  return (
    <TitledCard title={t('moving', { region: common(`regions.${move.to}`) })}>
      <MoveBar move={move} />
      {canCancel && (
        <Button
          variant="default"
          size="sm"
          loading={cancel.isPending}
          onClick={() => void ask()}
          className={classes.start}
        >
          {t('cancel')}
        </Button>
      )}
      {cancel.error && <Input.Error role="alert">{errorText(errors, cancel.error)}</Input.Error>}
    </TitledCard>
  );
}
