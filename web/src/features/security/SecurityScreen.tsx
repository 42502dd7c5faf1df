import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SecuritySections } from './SecuritySections.tsx';
import classes from './security.module.css';

/** How the own account is protected, and where it is in use. */
export default function SecurityScreen() {
  const { t } = useTranslation('security');
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      <SecuritySections />
    </div>
  );
}
