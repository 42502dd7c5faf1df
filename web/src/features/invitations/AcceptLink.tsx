import type { PAGES } from '@cusp/contract/pages';
import { regionOfSid } from '@cusp/contract/storage-region';
import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, type ApiErrorCode } from '../../client/api-error.ts';
import { signOutToReturn } from '../../client/session/session.ts';
import { useSession } from '../../client/session/session-store.ts';
import { useDialogs } from '../../ui/dialogs/confirm-context.ts';
import classes from './accept-link.module.css';
import { useMessages } from './use-messages.ts';

const DAMAGED: readonly ApiErrorCode[] = [
  'invalid_token',
  'no_server_location',
  'not_found',
  'invalid_input',
];
const OVER: readonly ApiErrorCode[] = ['request_needed', 'invalid_state'];

/** The advice next to the reason why a link does not work. */
export function adviceOn(code: ApiErrorCode | null): 'linkHint' | 'requestHint' | null {
  if (code === null) return null;
  if (DAMAGED.includes(code)) return 'linkHint';
  return OVER.includes(code) ? 'requestHint' : null;
}

interface Props {
  /** Sends the acceptance once; returns the reply's detail. */
  accept(srvLoc: string): Promise<string | undefined>;
  /** The page that follows the result. */
  then: typeof PAGES.connections | typeof PAGES.groups;
  /** Whether the URL is complete; a truncated one is not sent. */
  isWhole: boolean;
}

/** Results that are not errors: already accepted, or another step is needed first. */
const WARNINGS: readonly string[] = [
  'request_already_accepted',
  'request_needed',
  'already_joined_another_group',
  'already_in_connections',
  'user_already_member',
  'no_permission',
];

/** The page of an invitation link: accepts once, and shows the result in a dialog. */
export function AcceptLink({ accept, then, isWhole }: Props) {
  const { t } = useTranslation(['invitations', 'common']);
  const messages = useMessages('accept');
  const { confirm, inform } = useDialogs();
  const session = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const submitted = useRef(false);
  const [isAnswered, setAnswered] = useState(false);

  /**
   * Handles an error; returns whether to leave the page. Otherwise it is retried, or the guard leads through sign-in
   * and back.
   */
  async function fails(error: unknown): Promise<boolean> {
    const code = error instanceof ApiError ? error.code : null;
    const content = messages.refusal(error);
    if (code === 'no_permission' && 'user' in session) {
      const other = await confirm({
        title: t('common:warning'),
        content: <Lines lines={[content, t('signedInAs', { email: session.user.email })]} />,
        ok: t('signOutAndContinue'),
        cancel: t('common:close'),
      });
      if (other) await signOutToReturn();
      return !other;
    }
    if (code === 'offline' || code === 'unavailable') {
      const again = await confirm({
        title: t('common:error'),
        content,
        ok: t('common:retry'),
        cancel: t('common:close'),
      });
      if (again) await submit();
      return !again;
    }
    const advice = adviceOn(code);
    await inform({
      kind: code && WARNINGS.includes(code) ? 'warning' : 'error',
      content: advice ? <Lines lines={[content, t(advice)]} /> : content,
    });
    return true;
  }

  async function submit(): Promise<void> {
    const sid = query.get('sid') ?? '';
    setAnswered(false);
    try {
      if (!isWhole || !regionOfSid(sid)) throw new ApiError(400, { code: 'no_server_location' });
      const detail = await accept(sid);
      setAnswered(true);
      await inform({ kind: 'info', content: messages.done(detail) });
      void navigate(then, { replace: true });
    } catch (error) {
      setAnswered(true);
      if (await fails(error)) void navigate(then, { replace: true });
    }
  }

  useEffect(() => {
    if (submitted.current) return;
    submitted.current = true;
    void submit();
  });

  return (
    <div className={classes.page} role="status">
      {!isAnswered && (
        <>
          <Loader size="sm" />
          <p className={classes.waiting}>{t('accepting')}</p>
        </>
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className={classes.text}>
      {line}
    </p>
  ));
}
