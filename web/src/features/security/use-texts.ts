import { useTranslation } from 'react-i18next';

/** The texts of this feature, those all share, and the words for what went wrong. */
export function useTexts() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  return { t, common, errors };
}
