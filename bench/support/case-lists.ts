const DAY_MS = 24 * 3600 * 1000;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const list = (query: string) => () => `v1/cases/?${query}`;

/** Name and path of a request; `count` is the number of earlier ones, so that searches can differ. */
export type Paths = Readonly<Record<string, (count: number, dentistId: number) => string>>;

/** The list of cases in every order, with every filter, and searched; MIDDLE is the page in the middle. */
export const CASE_LISTS: Paths = {
  'first page': list('page=1'),
  'first page of 100': list('num_per_page=100'),
  'by order sent': list('sort=created+desc'),
  'by status': list('sort=status+asc'),
  'by due date': list('sort=due+asc'),
  'filter: status': list('status=InProgress'),
  'filter: two statuses, by order sent': list('status=Open,Closed&sort=created+desc'),
  'filter: unread comments': list('unreadCommentsOnly=true'),
  'filter: due soon': list('due=soon'),
  'filter: overdue': list('due=overdue'),
  'filter: sent in the last 30 days': list(`createDateFrom=${daysAgo(30)}&createDateTo=${daysAgo(0)}`),
  'filter: sent in the last year': list(`createDateFrom=${daysAgo(365)}&createDateTo=${daysAgo(0)}`),
  'filter: person': (_count, dentistId) => `v1/cases/?uid=${dentistId}`,
  'filter: assigned to me': list('assignee=me'),
  'filter: restoration and material': list('restoration=crown&material=zirconia'),
  'page 200': list('page=200'),
  'page 200 by order sent': list('page=200&sort=created+desc'),
  'page 200 by status': list('page=200&sort=status+asc'),
  'page 200 by due date': list('page=200&sort=due+asc'),
  'page 50 of 100 cases': list('page=50&num_per_page=100'),
  'page in the middle': list('page=MIDDLE'),
  'search: part of a name': (count) => `v1/cases/?search=ast${100 + (count % 900)}`,
  'search: two words': (count) => `v1/cases/?search=irst${10 + (count % 90)}+ast${100 + (count % 900)}`,
  'search: comment text': (count) => `v1/cases/?search=ot${100 + (count % 900)}`,
  'search: comment and name': (count) => `v1/cases/?search=ot${100 + (count % 900)}+irst${count % 10}`,
  'search: case number': (count) => `v1/cases/?search=OWN-${1000 + count}`,
  'search: nothing found': (count) => `v1/cases/?search=zirk${count}`,
  'search: person of every case': list('search=institution'),
  'search: person and name': (count) => `v1/cases/?search=institution+ast${100 + (count % 900)}`,
  'search: text of every case': list('search=margin'),
  'search: tooth of every case': list('search=16'),
  'search: type of every case': list('search=crown'),
  'search: type and name': (count) => `v1/cases/?search=crown+ast${100 + (count % 900)}`,
  'search: two letters of every case': list('search=la'),
};
