import { PAGES } from '@cusp/contract/pages';
import { moveCertificate, moveCertificatePaper } from '@cusp/contract/region-move.routes';
import { Alert, Anchor, Button, Group, Input, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { appInfo, asksForRegion } from '../../brand/app-info.ts';
import { call, urlOf } from '../../client/call.ts';
import { localTimeZone } from '../../client/local-time.ts';
import { errorText } from '../../i18n/error-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { MovePlan } from './MovePlan.tsx';
import { MoveProgress } from './MoveProgress.tsx';
import classes from './region-move.module.css';
import { isRunning, type Move, useMove } from './use-move.ts';

/**
 * The location of one's data, and how to move it: the plan before, the progress during, the certificate after a move.
 */
export default function DataRegionScreen() {
  const { t } = useTranslation('region-move');
  const { t: common } = useTranslation('common');
  const { data, error, refetch } = useMove();
  if (!asksForRegion()) return <Navigate to={PAGES.settings} replace />;
  const region = common(`regions.${appInfo().server_loc}`);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('intro', { region })} />
      {/* What is known stays when asking again fails: a running move ends the session at its commit, and the plan
          may have an open dialog. */}
      {data ? (
        isRunning(data.move) ? (
          <MoveProgress move={data.move} canCancel={data.can_cancel} />
        ) : (
          <>
            {data.move && <Ended move={data.move} />}
            <MovePlan />
          </>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
      <Anchor component={Link} to={PAGES.settings} className={classes.back}>
        {common('back')}
      </Anchor>
    </div>
  );
}

/** How the latest move ended. */
function Ended({ move }: { move: Move }) {
  const { t } = useTranslation('region-move');
  const format = useFormat();
  if (move.step === 'cancelled') return <Alert color="gray">{t('cancelled')}</Alert>;
  if (move.step === 'failed')
    return (
      <Alert color="red" role="alert">
        {t('failed')} {t(`why.${move.failure ?? 'rejected'}`)}
      </Alert>
    );
  return (
    <Alert color="green">
      <Stack gap="sm">
        <p>{t('arrived', { date: format.date(move.ended_at ?? move.asked_at) })}</p>
        {move.step === 'erased' && <Certificate />}
      </Stack>
    </Alert>
  );
}

/** The certificate of the erasure: a PDF to read, print and keep, and the same facts for programs. */
function Certificate() {
  const { t, i18n } = useTranslation('region-move');
  const { t: errors } = useTranslation('errors');
  const [problem, setProblem] = useState<unknown>(null);

  const tz = localTimeZone();
  const paper = urlOf(moveCertificatePaper, { query: { language: i18n.language, tz } });

  async function saveJson(): Promise<void> {
    setProblem(null);
    try {
      const signed = await call(moveCertificate, {});
      const json = new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' });
      saveFile(`cusp-erasure-${signed.move}.json`, json);
    } catch (error) {
      setProblem(error);
    }
  }
  return (
    <>
      <p>{t('certificateText')}</p>
      <Group gap="xs">
        <Button
          component="a"
          href={paper}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('certificateSave')}
        </Button>
        <Button variant="default" size="sm" onClick={() => void saveJson()}>
          {t('certificateJson')}
        </Button>
      </Group>
      {problem !== null && <Input.Error role="alert">{errorText(errors, problem)}</Input.Error>}
    </>
  );
}
