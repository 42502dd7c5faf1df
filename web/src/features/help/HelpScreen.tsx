import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigationType, useParams, useSearchParams } from 'react-router';
import { appInfo, supportFor } from '../../brand/app-info.ts';
import { useSession } from '../../client/session/session-store.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Drawing } from '../../ui/Drawing.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { LanguageSelect } from '../identity/identity.offers.tsx';
import { Article, News } from './Article.tsx';
import { Found } from './Found.tsx';
import { finder, sectionsOf } from './find-in-help.ts';
import classes from './help.module.css';
import { helpPath, WHATS_NEW } from './help.offers.tsx';
import type { HelpArticle, HelpGroup } from './help.types.ts';
import { useHelp } from './use-help.ts';

/** The articles that people of each kind of institution need first. */
const FIRST = {
  clinics: ['first-steps', 'send-a-case', 'teeth', 'scans', 'share-by-link'],
  labs: ['first-steps', 'status', 'viewer', 'find-cases', 'keyboard'],
};

const NEWS = 'whats-new';

/** Help for everybody, signed in or not: all articles, one of them, or search results. */
export default function HelpScreen() {
  const { t } = useTranslation('help');
  const { article: id } = useParams();
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useHelp();
  const words = query.get('q') ?? '';
  const search = (next: string) =>
    setQuery(
      (before) => {
        if (next) before.set('q', next);
        else before.delete('q');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const find = useMemo(() => data && finder(sectionsOf(data.groups)), [data]);
  const article = data?.groups.flatMap(({ articles }) => articles).find((each) => each.id === id);
  useArrival(data !== undefined);

  const content = () => {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    if (!data || !find) return <LoadingState rows={6} />;
    if (words.trim()) return <Found words={words.trim()} sections={find(words.trim())} />;
    if (id === undefined) return <Contents groups={data.groups} />;
    if (id === NEWS) return <News entries={data.news} />;
    return article ? <Article article={article} /> : <NoArticle />;
  };
  return (
    <div className={classes.page}>
      <Top />
      <search className={classes.search}>
        <SearchBox
          text={words}
          onSearch={search}
          onType={search}
          label={t('search')}
          hint={t('search')}
          clearLabel={t('clear')}
        />
      </search>
      <div className={classes.columns}>
        {data && <Groups groups={data.groups} current={id} isHidden={id === undefined} />}
        <main className={classes.main} aria-label={t('title')}>
          {content()}
        </main>
      </div>
      <footer className={classes.footer}>
        <Contact />
      </footer>
    </div>
  );
}

/** Scrolls to the top of each article, or to the section in the URL once the articles are loaded. */
function useArrival(isLoaded: boolean): void {
  const { pathname, hash } = useLocation();
  const way = useNavigationType();
  const first = useRef(true);
  useEffect(() => {
    if (!isLoaded) return;
    const isFirst = first.current;
    first.current = false;
    const section = hash && document.getElementById(hash.slice(1));
    if (section) {
      section.scrollIntoView();
      section.focus({ preventScroll: true });
    } else if (!isFirst && way !== 'POP' && pathname) window.scrollTo(0, 0);
  }, [isLoaded, pathname, hash, way]);
}

function Top() {
  const { t } = useTranslation('help');
  const { odm } = appInfo();
  const isIn = 'user' in useSession();
  return (
    <header className={classes.top}>
      <Link to={PAGES.help} className={classes.brand}>
        <img src={odm.images.mark} alt="" width={28} height={28} />
        <span>{t('titleOf', { app: odm.app_name })}</span>
      </Link>
      <div className={classes.actions}>
        <div className={classes.language}>
          <LanguageSelect />
        </div>
        {isIn ? (
          <BackLink to={PAGES.home} text={t('back', { app: odm.app_name })} />
        ) : (
          <Button component={Link} to={PAGES.home} variant="default">
            {t('signIn')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** All articles by group, beside an article. */
function Groups({ groups, current, isHidden }: { groups: HelpGroup[]; current?: string; isHidden: boolean }) {
  const { t } = useTranslation('help');
  if (isHidden) return null;
  return (
    <nav className={classes.groups} aria-label={t('all')}>
      <BackLink to={PAGES.help} text={t('all')} />
      {groups.map(({ id, title, articles }) => (
        <section key={id} className={classes.group} aria-label={title}>
          <p className={classes.groupName} aria-hidden>
            {title}
          </p>
          <ul>
            {articles.map((each) => (
              <li key={each.id}>
                <Link to={helpPath(each.id)} aria-current={each.id === current ? 'page' : undefined}>
                  {each.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The start page; `?for=labs` lists first the articles that labs need first. */
function Contents({ groups }: { groups: HelpGroup[] }) {
  const { t } = useTranslation('help');
  const session = useSession();
  const [query] = useSearchParams();
  const isClinic =
    query.get('for') === null && 'user' in session
      ? session.user.inst_type_guessed === 'Clinic'
      : query.get('for') !== 'labs';
  const articles = new Map(groups.flatMap((group) => group.articles).map((each) => [each.id, each]));
  const first = FIRST[isClinic ? 'clinics' : 'labs'].map((id) => articles.get(id));
  return (
    <>
      <PageTitle className={classes.title}>{t('title')}</PageTitle>
      <section className={classes.first} aria-labelledby="help-first">
        <h2 id="help-first">{t(isClinic ? 'firstForClinics' : 'firstForLabs')}</h2>
        <ul>{first.map((each) => each && <Entry key={each.id} article={each} />)}</ul>
      </section>
      <div className={classes.cards}>
        {groups.map(({ id, title, articles: own }) => (
          <section key={id} className={classes.card} aria-labelledby={`help-${id}`}>
            <h2 id={`help-${id}`}>{title}</h2>
            <ul>
              {own.map((each) => (
                <Entry key={each.id} article={each} />
              ))}
            </ul>
          </section>
        ))}
        <section className={classes.card} aria-labelledby="help-news">
          <h2 id="help-news">{t('news')}</h2>
          <ul>
            <li>
              <Link to={WHATS_NEW}>{t('newsText')}</Link>
            </li>
          </ul>
        </section>
      </div>
    </>
  );
}

const Entry = ({ article: { id, title } }: { article: HelpArticle }) => (
  <li>
    <Link to={helpPath(id)}>{title}</Link>
  </li>
);

function NoArticle() {
  const { t } = useTranslation('help');
  return (
    <div className={classes.none}>
      <Drawing name="lost" />
      <PageTitle className={classes.title}>{t('none.title')}</PageTitle>
      <p>{t('none.text')}</p>
      <Button component={Link} to={PAGES.help} variant="default">
        {t('all')}
      </Button>
    </div>
  );
}

function Contact() {
  const { t } = useTranslation('help');
  const session = useSession();
  const { phone } = supportFor('user' in session ? session.user.inst_type_guessed : 'Clinic');
  return (
    <p>
      {t('support')} <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone.replaceAll(' ', '\u00a0')}</a>
    </p>
  );
}
