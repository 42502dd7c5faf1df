import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useLineText } from '../fields/use-field-checks.ts';

/** Why no code was sent: what is wrong with the number, or that it failed and the reason. */
export function useSendProblem(): (error: unknown) => string {
  const { t: errors } = useTranslation('errors');
  const line = useLineText();
  return (error) => {
    const issue = error instanceof ApiError ? error.issueOf('phone') : null;
    if (issue) return line(issue.message);
    const failed = errors('sms_not_sent');
    const reason = errorText(errors, error);
    return reason === failed ? failed : `${failed} ${reason}`;
  };
}
