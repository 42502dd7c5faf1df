import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../ui/BackLink.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './form-page.module.css';

interface Props {
  title: string;
  text?: string;
  /** Target of the Back link. */
  back: string;
}

/** The head of a form's card: a Back link and its only h1. */
export function FormHead({ title, text, back }: Props) {
  const { t } = useTranslation('common');
  return (
    <>
      <div className={classes.back}>
        <BackLink to={back} text={t('back')} />
      </div>
      <PageTitle className={classes.title}>{title}</PageTitle>
      {text && <p className={classes.text}>{text}</p>}
    </>
  );
}

interface FormProblemProps {
  title?: string;
  text?: string;
}

/** The error of a form as a whole. */
export function FormProblem({ title, text }: FormProblemProps) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}
    >
      {text}
    </Alert>
  );
}
