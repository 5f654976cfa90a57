import { expect, test } from 'vitest';
import { isPage, pageProblem } from './page.ts';

const answer = (body: string, type?: string, more: Record<string, string> = {}) => ({
  body,
  headers: { ...(type !== undefined && { 'content-type': type }), ...more },
});

test.for([
  ['<!doctype html><title>Sign in</title>', 'text/html'],
  ['<form action="/login">', 'text/html; charset=utf-8'],
  ['\ufeff\n<!-- sso --><!-- x --><HTML lang="en">', undefined],
  ['<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', 'application/xml'],
  ['<!DOCTYPE HTML PUBLIC "x">', 'text/plain'],
] as const)('an answer with markup of a web page is one, whatever it is called: %s', ([body, type]) => {
  expect(isPage(answer(body, type))).toBe(true);
});

test('a page that is compressed without being asked for is one, by its type', () => {
  expect(isPage(answer('\u001f\u008b\b', 'text/html', { 'content-encoding': 'gzip' }))).toBe(true);
});

test.for([
  ['ok', 'text/html; charset=UTF-8'],
  ['', 'text/html'],
  ['{"html": "<html>"}', 'application/json'],
  ['a < b', 'text/html'],
  ['<response><status>ok</status></response>', 'text/xml'],
  ['thank you for your <html>', undefined],
] as const)('a short text, JSON and other XML are no page: %s', ([body, type]) => {
  expect(isPage(answer(body, type))).toBe(false);
});

test('a page is told with its title, and a title without an end costs nothing', () => {
  const told = (body: string) => pageProblem(answer(body, 'text/html'), 'ntfy.example:443')?.message;
  expect(told('<title>\n Sign \n in </title>')).toMatch(/^ntfy\.example:443 answered with a web page \("Sign in"\)/);
  expect(told(`<title>${'x'.repeat(60_000)}`)?.length).toBeLessThan(300);
  expect(told('<p>')).toMatch(/web page, as no service does/);
});
