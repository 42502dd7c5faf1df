import { usePageTitle } from '../client/page-title.ts';

interface Props {
  children: string;
  className?: string | undefined;
}

/** The only h1 of a screen, which also names the browser tab. */
export function PageTitle({ children, className }: Props) {
  usePageTitle(children);
  return <h1 className={className}>{children}</h1>;
}
