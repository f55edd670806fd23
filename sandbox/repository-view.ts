import { stateOf } from "./stand-ins/github/repository-pages.ts";
import type { StandInGitHub } from "./stand-ins/github/stand-in.ts";
import {
  fullName,
  type Repository,
  type Thread,
  userById,
  type World,
} from "./stand-ins/github/world.ts";

/** What the page shows of the stand-in GitHub. */
export interface GitHubView {
  repositories: RepositoryView[];
  people: { login: string; tokens: number }[];
}

interface RepositoryView {
  name: string;
  archived: boolean;
  saml: boolean;
  hasIssues: boolean;
  installed: boolean;
  permissions: Readonly<Record<string, string>>;
  threads: ThreadView[];
}

interface ThreadView {
  number: number;
  isPull: boolean;
  title: string;
  state: string;
  author: string;
  labels: string[];
  head?: string;
  /** What was said about it, oldest first. */
  said: { author: string; text: string; verdict?: string; reactions: string[] }[];
  reactions: string[];
}

export function viewOf({ world, tokens }: StandInGitHub): GitHubView {
  return {
    repositories: world.repositories.map((repo) => repositoryView(world, repo)),
    people: world.users
      .filter(({ signsIn }) => signsIn !== false)
      .map(({ id, login }) => ({
        login,
        tokens: tokens.all().filter(({ userId }) => userId === id).length,
      })),
  };
}

function repositoryView(world: World, repo: Repository): RepositoryView {
  const { archived, saml, hasIssues, installed, permissions } = repo;
  const newestFirst = repo.threads.toSorted((a, b) => b.number - a.number);
  return {
    name: fullName(repo),
    archived,
    saml,
    hasIssues,
    installed,
    permissions,
    threads: newestFirst.map((thread) => threadView(world, thread)),
  };
}

function threadView(world: World, thread: Thread): ThreadView {
  const { number, title, labels, pull } = thread;
  const comments = thread.comments.map((comment) => ({
    at: comment.createdAt,
    author: userById(world, comment.userId).login,
    text: comment.body,
    verdict: undefined,
    reactions: reactionsTo(world, `comment:${comment.id}`),
  }));
  const reviews = (pull?.reviews ?? []).map((review) => ({
    at: review.submittedAt,
    author: userById(world, review.userId).login,
    text: review.body,
    verdict: review.state.toLowerCase().replaceAll("_", " "),
    reactions: [],
  }));
  return {
    number,
    isPull: pull !== undefined,
    title,
    state: stateOf(thread),
    author: userById(world, thread.authorId).login,
    labels,
    ...(pull ? { head: pull.head.sha.slice(0, 7) } : {}),
    said: [...comments, ...reviews]
      .toSorted((a, b) => a.at - b.at)
      .map(({ author, text, verdict, reactions }) => ({
        author,
        text,
        reactions,
        ...(verdict === undefined ? {} : { verdict }),
      })),
    reactions: reactionsTo(world, `thread:${thread.id}`),
  };
}

const reactionsTo = (world: World, on: string): string[] =>
  world.reactions.filter((reaction) => reaction.on === on).map(({ content }) => content);
