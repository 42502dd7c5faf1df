import {
  IconClockOff,
  IconFolderOff,
  IconHandStop,
  IconLinkOff,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './shared-case.module.css';

/** The reasons why a link does not open, each with its own text. */
const REASONS = {
  share_unknown: { icon: IconQuestionMark, words: 'unknown' },
  share_expired: { icon: IconClockOff, words: 'expired' },
  share_revoked: { icon: IconLinkOff, words: 'revoked' },
  share_ended: { icon: IconFolderOff, words: 'ended' },
  too_many_requests: { icon: IconHandStop, words: 'tooMany' },
} as const;

type Reason = keyof typeof REASONS;

const isReason = (code: string): code is Reason => Object.hasOwn(REASONS, code);

/** Whether the error is permanent, so that a retry is pointless. */
export const isRefusal = ({ code }: Pick<ApiError, 'code'>): boolean => isReason(code);

/** The page of a link that does not work. */
export function RefusedLink({ error }: { error: Pick<ApiError, 'code'> }) {
  const { t } = useTranslation('sharing');
  const { icon: Icon, words } = REASONS[isReason(error.code) ? error.code : 'share_unknown'];
  return (
    <div className={classes.refused} role="alert">
      <span className={classes.refusedIcon} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <PageTitle className={classes.title}>{t(`refused.${words}.title`)}</PageTitle>
      <p className={classes.refusedText}>{t(`refused.${words}.text`)}</p>
    </div>
  );
}
