import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { useProblemText } from './use-problem-text.ts';

export type NewPasswordValues = Record<'old_password' | 'password' | 'password_confirm', string>;

const EMPTY: NewPasswordValues = { old_password: '', password: '', password_confirm: '' };

/** The fields of a new password, and what is said when it is refused. */
export function useNewPassword() {
  const { t: errors } = useTranslation('errors');
  const problemText = useProblemText();
  const form = useForm<NewPasswordValues>({ initialValues: EMPTY });
  const [problem, setProblem] = useState<string | null>(null);

  return {
    form,
    problem,
    /** Two different passwords are both cleared. */
    differ(): void {
      setProblem(errors('password_mismatch'));
      form.setValues({ password: '', password_confirm: '' });
    },
    /** A wrong old password clears everything; for anything else what was typed stays. */
    refused(error: ApiError): void {
      setProblem(problemText(error, 'password'));
      if (error.code === 'wrong_old_password') form.setValues(EMPTY);
    },
    clearProblem: () => setProblem(null),
  };
}

export type NewPasswordFields = ReturnType<typeof useNewPassword>;
