import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useLineText } from '../fields/use-field-checks.ts';

/** The text of a failed code request: an invalid number, or the general reason. */
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
