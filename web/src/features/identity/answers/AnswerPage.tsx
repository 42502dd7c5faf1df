import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { brand } from '../../../brand/app-info.ts';
import type { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { FormProblem } from '../page/FormParts.tsx';
import { Outcome } from '../page/Outcome.tsx';
import { WrongRegion } from '../page/WrongRegion.tsx';

interface AnswerPageProps extends ComponentProps<typeof Outcome> {
  error: ApiError | null;
  /** The question is still open, so a failed answer can be repeated. */
  isOffered: boolean;
}

/** Page of a link in a mail: the question, or what came of the answer. A link of the other region leads there. */
export function AnswerPage({ error, isOffered, ...outcome }: AnswerPageProps) {
  const { t } = useTranslation('errors');
  if (error?.code === 'server_is_wrong')
    return (
      <EntryPage>
        <WrongRegion moves />
      </EntryPage>
    );
  return (
    <EntryPage>
      <Outcome {...outcome} />
      {error && isOffered && <FormProblem text={errorText(t, error)} />}
    </EntryPage>
  );
}

/** What an answer sends of the link: its token, and the region where it was made. */
export function useAnsweredLink(): { token: string; srv_loc: string | undefined } {
  const { token = '' } = useParams();
  return { token, srv_loc: useSearchParams()[0].get('sid') ?? undefined };
}

/** The phone number of support, which is not broken into two lines. */
export const supportPhone = (): string => brand().support.clinic.phone.replaceAll(' ', '\u00a0');
