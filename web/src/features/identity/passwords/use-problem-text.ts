import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useLineText } from '../../profile/profile.offers.tsx';

/** What the server says about a field of a refused form, else what went wrong as a whole. */
export function useProblemText(): (error: ApiError, field: string) => string {
  const { t: errors } = useTranslation('errors');
  const line = useLineText();
  return (error, field) => {
    const issue = error.issueOf(field);
    return issue ? line(issue.message) : errorText(errors, error);
  };
}
