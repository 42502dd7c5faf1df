import type { SupportEntry } from '@cusp/contract/support';
import {
  approveSupport,
  endSupport,
  linkSupport,
  refuseSupport,
  supportOptions,
} from '@cusp/contract/support.routes';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { ProofDialog } from '../../security/security.offers.tsx';
import classes from './support.module.css';

const COLORS = {
  waiting: 'yellow',
  approved: 'blue',
  ready: 'blue',
  running: 'green',
  ended: 'gray',
  refused: 'red',
  lapsed: 'gray',
} as const;

/** Requests and sessions, each with the reader's actions. */
export function SupportEntries({ entries, none }: { entries: readonly SupportEntry[]; none: string }) {
  if (entries.length === 0) return <p className={classes.quiet}>{none}</p>;
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <SupportLine key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function SupportLine({ entry }: { entry: SupportEntry }) {
  const { t } = useTranslation('support');
  const { dateTime } = useFormat();
  const { staff, subject, reason_code, reason, ticket, state } = entry;
  const facts = [
    dateTime(entry.started_at ?? entry.requested_at),
    t(`modes.${entry.mode}`),
    t(entry.sees_patients ? 'bar.seen' : 'bar.masked'),
    entry.by_consent && t('staff.byConsent'),
    entry.approved_by !== null && t('staff.approvedBy', { name: entry.approved_by }),
    ticket && t('staff.ticketNo', { ticket }),
  ];
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <strong>{t('staff.line', { staff: staff.name, name: subject.name, email: subject.email })}</strong>{' '}
        <StateBadge color={COLORS[state]}>{t(`states.${state}`)}</StateBadge>
        <p>{t('staff.about', { reason: t(`reasons.${reason_code}`), text: reason })}</p>
        <div className={classes.quiet}>
          <DottedLine facts={facts} />
        </div>
      </div>
      <Actions entry={entry} />
    </li>
  );
}

function Actions({ entry: { id, state, is_own, subject } }: { entry: SupportEntry }) {
  const { t } = useTranslation('support');
  const { t: errors } = useTranslation('errors');
  const [proving, setProving] = useState<'approve' | 'link' | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const stale = [['admin-support']] as const;
  const approve = useSubmit(approveSupport, { stale });
  const open = useSubmit(linkSupport, { stale });
  const refuse = useSubmit(refuseSupport, { stale });
  const end = useSubmit(endSupport, { stale });
  const params = { id };
  const then = { onError: (error: unknown) => toastError(errorText(errors, error)) };
  if (link) return <OpenLink link={link} onOpen={() => setLink(null)} />;
  return (
    <div className={classes.actions}>
      {state === 'waiting' && !is_own && (
        <Button size="xs" onClick={() => setProving('approve')}>
          {t('staff.approve')}
        </Button>
      )}
      {state === 'approved' && is_own && (
        <Button size="xs" onClick={() => setProving('link')}>
          {t('staff.link')}
        </Button>
      )}
      {(state === 'waiting' || state === 'approved') && (
        <Button
          size="xs"
          variant="default"
          loading={refuse.isPending}
          onClick={() => refuse.mutate({ params }, then)}
        >
          {t(is_own ? 'staff.withdraw' : 'staff.refuse')}
        </Button>
      )}
      {state === 'running' && (
        <Button size="xs" color="red" loading={end.isPending} onClick={() => end.mutate({ params }, then)}>
          {t('staff.end')}
        </Button>
      )}
      {proving && (
        <Prove
          subjectId={subject.id}
          submit={t(proving === 'approve' ? 'staff.approve' : 'staff.link')}
          onClose={() => setProving(null)}
          act={async (proof) => {
            if (proving === 'link') {
              setLink((await open.mutateAsync({ params, body: { proof } })).link);
              setProving(null);
            } else {
              await approve.mutateAsync({ params, body: { proof } });
              toastDone(t('staff.approved'));
            }
          }}
        />
      )}
    </div>
  );
}

interface ProveProps {
  subjectId: number;
  submit: string;
  onClose(): void;
  act: Parameters<typeof ProofDialog>[0]['act'];
}

/** Asks the staff member to prove their identity again. */
export function Prove({ subjectId, submit, onClose, act }: ProveProps) {
  const { t } = useTranslation('support');
  const options = useCall(supportOptions, { params: { id: subjectId } }, ['admin-support', subjectId]);
  const { modal } = useFading(onClose);
  if (!options.data)
    return (
      options.error && (
        <CuspModal {...modal} title={t('staff.proofTitle')}>
          <ErrorState error={options.error} onRetry={() => void options.refetch()} />
        </CuspModal>
      )
    );
  const { proof } = options.data;
  return (
    <ProofDialog
      can={{
        password: proof === 'password',
        code: proof === 'code',
        freshSignIn: false,
        both: false,
        passkey: false,
      }}
      title={t('staff.proofTitle')}
      text={t(proof === 'sign_in' ? 'staff.signIn' : 'staff.proofText')}
      submit={submit}
      onClose={onClose}
      act={act}
    />
  );
}

/**
 * Opens the account in a new tab. A link instead of `window.open`, because browsers block windows that open after a
 * request; without an opener the tab has separate storage.
 */
export function OpenLink({ link, onOpen }: { link: string; onOpen(): void }) {
  const { t } = useTranslation('support');
  return (
    <div className={classes.actions} role="status">
      <p className={classes.quiet}>{t('staff.ready')}</p>
      <Button
        component="a"
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        leftSection={<IconExternalLink size={16} />}
      >
        {t('staff.openTab')}
      </Button>
    </div>
  );
}
