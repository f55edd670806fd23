import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { Random } from "./random.ts";

/** A webhook of these runs. The payloads are as small as formatters let them be. */
export interface ChaosEvent {
  id: string;
  event: string;
  payload: JsonObject;
  repo: string;
  /** `global` or a group's own; two of them when two hooks send the same delivery. */
  endpoints: readonly string[];
}

export interface Forge {
  /** The next thing that happens in some repository. */
  happen(): ChaosEvent;
  /** One more event of a subject, by its number: so that its message is looked at again. */
  touch(number: number, endpoint: string): ChaosEvent;
}

interface Subject {
  kind: "pull_request" | "issue" | "run";
  number: number;
  repo: string;
  endpoints: readonly string[];
  title: number;
  open: boolean;
  labels: string[];
  head: number;
  /** Seconds. */
  at: number;
  comments: number[];
  /** A run's attempt and how far it is. */
  attempt: number;
  step: number;
  /** The pull request a run belongs to. */
  pull?: number | undefined;
}

export const REPOSITORIES = ["o/a", "o/b", "o/c"] as const;
const PEOPLE = ["lena", "tomas", "mei"];
const RUN_STEPS = ["requested", "in_progress", "success"];

interface State {
  random: Random;
  endpoints: readonly string[];
  subjects: Subject[];
  numbers: number;
  events: number;
  /** Seconds; two events in a row may share one. */
  clock: number;
  /** How many subjects there are for each event. */
  breadth: number;
}

/** Repositories where people and machines are busy, as the seed wants it. */
export function createForge(
  random: Random,
  { endpoints, startedAt }: { endpoints: readonly string[]; startedAt: number },
): Forge {
  const clock = Math.floor(startedAt / 1000) - 40_000;
  const state: State = {
    random,
    endpoints,
    subjects: [],
    numbers: 0,
    events: 0,
    clock,
    breadth: 0.12,
  };
  return {
    happen: () => happen(state),
    touch(number, endpoint) {
      const subject = state.subjects.find((one) => one.number === number);
      if (subject === undefined) throw new Error(`nothing has the number ${number}`);
      const touched = { ...subject, endpoints: [endpoint] };
      const event = subject.kind === "run" ? rerun(state, touched) : rename(state, touched);
      Object.assign(subject, touched, { endpoints: subject.endpoints });
      return event;
    },
  };
}

function happen(state: State): ChaosEvent {
  const { random } = state;
  if (random.chance(0.7)) state.clock += 1 + random.below(30);
  if (random.chance(0.15)) return push(state);
  if (state.subjects.length === 0 || random.chance(state.breadth)) return begin(state);
  const subject = random.pick(state.subjects);
  if (subject.kind === "run") return advance(state, subject);
  return random.pick([rename, label, toggle, comment, comment, amend])(state, subject);
}

function begin(state: State): ChaosEvent {
  const { random } = state;
  const kind = random.pick(["pull_request", "pull_request", "issue", "run"] as const);
  const pulls = state.subjects.filter((one) => one.kind === "pull_request");
  const pull =
    kind === "run" && pulls.length > 0 && random.chance(0.6) ? random.pick(pulls) : undefined;
  const subject: Subject = {
    kind,
    number: ++state.numbers,
    repo: pull?.repo ?? random.pick(REPOSITORIES),
    endpoints: pull?.endpoints ?? endpointsOf(state),
    title: 0,
    open: true,
    labels: [],
    head: 0,
    at: state.clock,
    comments: [],
    attempt: 1,
    step: 0,
    pull: pull?.number,
  };
  state.subjects.push(subject);
  return kind === "run" ? runEvent(state, subject, "requested") : own(state, subject, "opened");
}

function endpointsOf({ random, endpoints }: State): readonly string[] {
  const [shared = "global", ...groups] = endpoints;
  if (random.chance(0.1)) return [shared, random.pick(groups)];
  return [random.chance(0.6) ? shared : random.pick(groups)];
}

const rename = (state: State, subject: Subject): ChaosEvent => {
  const from = titleOf(subject);
  subject.title += 1;
  return own(state, subject, "edited", { changes: { title: { from } } });
};

const label = (state: State, subject: Subject): ChaosEvent => {
  const name = state.random.pick(["bug", "urgent", "later", "docs"]);
  const had = subject.labels.includes(name);
  subject.labels = had ? subject.labels.filter((one) => one !== name) : [...subject.labels, name];
  return own(state, subject, had ? "unlabeled" : "labeled", { label: { name } });
};

const toggle = (state: State, subject: Subject): ChaosEvent => {
  subject.open = !subject.open;
  return own(state, subject, subject.open ? "reopened" : "closed");
};

const amend = (state: State, subject: Subject): ChaosEvent => {
  if (subject.kind === "issue") return label(state, subject);
  const before = sha(subject);
  subject.head += 1;
  return own(state, subject, "synchronize", { before, after: sha(subject) });
};

const comment = (state: State, subject: Subject): ChaosEvent => {
  const { random } = state;
  const known = subject.comments.length > 0 && random.chance(0.4);
  const id = known ? random.pick(subject.comments) : ++state.numbers;
  if (!known) subject.comments.push(id);
  subject.at = state.clock;
  const body = known ? `Note c${id} mended at ${state.clock}` : `Note c${id}`;
  return event(state, subject, "issue_comment", {
    action: known ? "edited" : "created",
    issue: issueOf(subject),
    comment: {
      id,
      body,
      user: person("mei"),
      html_url: `${web(subject)}#issuecomment-${id}`,
      created_at: iso(known ? subject.at - 1 : subject.at),
      updated_at: iso(subject.at),
    },
  });
};

const advance = (state: State, subject: Subject): ChaosEvent => {
  const next = RUN_STEPS[subject.step + 1];
  if (next === undefined) return rerun(state, subject);
  subject.step += 1;
  return runEvent(
    state,
    subject,
    next === "success" && state.random.chance(0.4) ? "failure" : next,
  );
};

const rerun = (state: State, subject: Subject): ChaosEvent => {
  subject.attempt += 1;
  subject.step = 1;
  return runEvent(state, subject, "in_progress");
};

function push(state: State): ChaosEvent {
  const { random } = state;
  const number = ++state.numbers;
  const repo = random.pick(REPOSITORIES);
  const commit = {
    id: hex(number),
    message: `Push p${number}`,
    timestamp: iso(state.clock),
    url: `https://github.com/${repo}/commit/${hex(number)}`,
    author: { name: "mei", username: "mei" },
    distinct: true,
  };
  return event(state, { repo, endpoints: endpointsOf(state) }, "push", {
    ref: "refs/heads/main",
    before: hex(number - 1),
    after: hex(number),
    created: false,
    deleted: false,
    forced: false,
    compare: `https://github.com/${repo}/compare/p${number}`,
    commits: [commit],
    head_commit: commit,
    pusher: { name: "mei" },
  });
}

function own(state: State, subject: Subject, action: string, more: JsonObject = {}): ChaosEvent {
  subject.at = state.clock;
  const what = subject.kind === "issue" ? "issue" : "pull_request";
  const name = subject.kind === "issue" ? "issues" : "pull_request";
  const payload = { action, number: subject.number, [what]: thing(subject), ...more };
  return event(state, subject, name, payload);
}

function runEvent(state: State, subject: Subject, progress: string): ChaosEvent {
  const done = progress === "success" || progress === "failure";
  const { number, repo, pull, attempt } = subject;
  return event(state, subject, "workflow_run", {
    action: done ? "completed" : progress,
    workflow: { id: 1, name: "CI" },
    workflow_run: {
      id: 9_000_000 + number,
      name: `Run r${number}`,
      display_title: "Tidy up",
      run_number: number,
      run_attempt: attempt,
      event: pull === undefined ? "push" : "pull_request",
      status: done ? "completed" : progress === "requested" ? "queued" : "in_progress",
      conclusion: done ? progress : null,
      head_branch: pull === undefined ? "main" : `topic-${pull}`,
      head_sha: hex(number),
      html_url: `https://github.com/${repo}/actions/runs/${number}`,
      created_at: iso(state.clock),
      run_started_at: iso(state.clock),
      updated_at: iso(state.clock),
      pull_requests:
        pull === undefined ? [] : [{ id: pull, number: pull, head: { sha: hex(number) } }],
    },
  });
}

function event(
  state: State,
  { repo, endpoints }: Pick<Subject, "repo" | "endpoints">,
  name: string,
  payload: JsonObject,
): ChaosEvent {
  const id = `d-${++state.events}`;
  const sender = person(state.random.pick(PEOPLE));
  const around = { repository: repository(repo), sender };
  return { id, event: name, repo, endpoints, payload: { ...payload, ...around } };
}

function thing(subject: Subject): JsonObject {
  const { number, open, labels, at } = subject;
  return {
    id: 1_000 + number,
    number,
    title: titleOf(subject),
    body: null,
    html_url: web(subject),
    state: open ? "open" : "closed",
    user: person("lena"),
    labels: labels.map((name) => ({ name })),
    assignees: [],
    created_at: iso(at),
    updated_at: iso(at),
    closed_at: open ? null : iso(at),
    ...(subject.kind === "issue" ? {} : pullParts(subject)),
  };
}

/** What a comment answers: a pull request is one kind of issue there. */
function issueOf(subject: Subject): JsonObject {
  const issue = thing({ ...subject, kind: "issue" });
  return subject.kind === "issue"
    ? issue
    : { ...issue, html_url: web(subject), pull_request: { html_url: web(subject) } };
}

function pullParts(subject: Subject): Record<string, Json> {
  return {
    draft: false,
    merged: false,
    head: { ref: `topic-${subject.number}`, sha: sha(subject) },
    base: { ref: "main", sha: hex(1) },
  };
}

const titleOf = ({ number, title }: Subject): string => `Thing s${number} v${title}`;
const sha = ({ number, head }: Subject): string => hex(number * 1_000 + head);
const hex = (number: number): string => number.toString(16).padStart(40, "a");
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000", "");
const web = ({ kind, repo, number }: Subject): string =>
  `https://github.com/${repo}/${kind === "issue" ? "issues" : "pull"}/${number}`;

function person(login: string): JsonObject {
  return { login, id: 4_000 + login.length, html_url: `https://github.com/${login}`, type: "User" };
}

function repository(fullName: string): JsonObject {
  const [owner = "", name = ""] = fullName.split("/");
  return {
    id: 100 + REPOSITORIES.findIndex((one) => one === fullName),
    name,
    full_name: fullName,
    html_url: `https://github.com/${fullName}`,
    private: false,
    default_branch: "main",
    owner: { login: owner, id: 7 },
  };
}
