import { confirmDeviceEmail, resendScannerMail } from '@cusp/contract/devices.routes';
import { PAGES } from '@cusp/contract/pages';
import { IconCircleCheck, IconLinkOff, IconMailForward, IconMailOff, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { useSession } from '../../client/session/session-store.ts';
import { useCall } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import {
  EntryPage,
  LinkButton,
  OpenElsewhere,
  Outcome,
  SendAgain,
  Waiting,
} from '../identity/entry-page.offers.tsx';

/** Target of the mail about a new scanner. The same link gets the same reply again. */
export default function ConfirmEmailScreen() {
  const { t } = useTranslation('devices');
  const { rdidb64 = '', token = '' } = useParams();
  const [search] = useSearchParams();
  const sid = search.get('sid') ?? '';
  const isWhole = Boolean(rdidb64 && token && sid);
  const { data, error, refetch, isFetching } = useCall(
    confirmDeviceEmail,
    { body: { rdidb64, token, srv_loc: sid } },
    ['scanners', 'confirm', rdidb64, token, sid],
    { staleTime: Number.POSITIVE_INFINITY, enabled: isWhole, retry: false },
  );
  const isAnswer =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return (
    <EntryPage>
      {data && (
        <Outcome
          icon={IconCircleCheck}
          tone="good"
          title={t(data.already ? 'confirm.already.title' : 'confirm.done.title')}
          text={t(data.already ? 'confirm.already.text' : 'confirm.done.text')}
        >
          <ToScanners />
        </Outcome>
      )}
      {!isWhole && <Refused code={sid ? 'device_link_invalid' : 'no_server_location'} rdidb64={rdidb64} />}
      {isAnswer && <Refused code={error.code} rdidb64={rdidb64} />}
      {error && !isAnswer && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isFetching && <Waiting text={t('confirm.working')} />}
    </EntryPage>
  );
}

function ToScanners({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const { t } = useTranslation('devices');
  return (
    <LinkButton to={PAGES.settings} variant={variant}>
      {t('confirm.toScanners')}
    </LinkButton>
  );
}

const MAIL = {
  sent: { icon: IconMailForward, tone: 'good' },
  failed: { icon: IconMailOff, tone: 'bad' },
} as const;

/** Problems of the link itself, and not of the scanner or an account. */
const LINK_PROBLEMS: readonly ApiError['code'][] = [
  'device_link_invalid',
  'no_server_location',
  'server_is_wrong',
];

/** Why a link confirms nothing; a signed-in person can have the mail sent again. */
function Refused({ code, rdidb64 }: { code: ApiError['code']; rdidb64: string }) {
  const { t } = useTranslation('devices');
  const { t: errors } = useTranslation('errors');
  const session = useSession();
  const [mail, setMail] = useState<keyof typeof MAIL | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const id = idOf(rdidb64);
  const text = () => {
    if (code === 'no_server_location') return t('confirm.noLocation');
    if (code === 'server_is_wrong') return t('confirm.wrongLocation');
    if (code === 'no_permission') return t('confirm.otherAccount');
    if (code === 'device_link_invalid') return t('confirm.invalid.text');
    return errorText(errors, { code });
  };
  const title = () => {
    if (code === 'no_permission') return t('confirm.notYours');
    return t(LINK_PROBLEMS.includes(code) ? 'confirm.invalid.title' : 'confirm.refused');
  };
  async function send() {
    try {
      const pace = await call(resendScannerMail, { params: { id: id ?? 0 } });
      if (pace.sent) setMail('sent');
      return pace;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'device_yours') setConfirmed(true);
      else setMail('failed');
      throw error;
    }
  }
  if (isConfirmed)
    return (
      <Outcome
        icon={IconCircleCheck}
        tone="good"
        title={t('confirm.already.title')}
        text={errorText(errors, { code: 'device_yours' })}
      >
        <ToScanners />
      </Outcome>
    );
  const canSend = 'user' in session && id !== null && code === 'device_link_invalid';
  return (
    <>
      {mail ? (
        <Outcome
          {...MAIL[mail]}
          title={t(`confirm.mail.${mail}.title`)}
          text={t(`confirm.mail.${mail}.text`)}
        />
      ) : (
        <Outcome
          icon={code === 'no_permission' ? IconUserX : IconLinkOff}
          tone="bad"
          title={title()}
          text={text()}
        >
          {code === 'server_is_wrong' && <OpenElsewhere moves />}
          <ToScanners variant={code === 'server_is_wrong' ? 'default' : 'filled'} />
        </Outcome>
      )}
      {canSend && <SendAgain label={t('confirm.again')} nextAt={0} send={send} />}
    </>
  );
}

/** The id in a link; null if it has none. */
function idOf(rdidb64: string): number | null {
  try {
    const id = Number(atob(rdidb64.replaceAll('-', '+').replaceAll('_', '/')));
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}
