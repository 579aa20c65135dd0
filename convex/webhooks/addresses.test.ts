import { describe, expect, it } from "vitest";
import { findUrlProblem, isLoopbackUrl } from "./addresses";

const elsewhere = { mayUseLoopback: false };
const onLoopback = { mayUseLoopback: true };

const inside = [
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "169.254.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "0.0.0.0",
  "0.1.2.3",
  "255.255.255.255",
  "224.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  // Other spellings of 10.0.0.1, 192.168.1.1, 172.16.0.1 and 169.254.169.254.
  "167772161",
  "0xa000001",
  "0x0a.0.0.1",
  "012.0.0.1",
  "10.1",
  "10.0.1",
  "3232235777",
  "0300.0250.1.1",
  "0xac100001",
  "2852039166",
  "0xa9fea9fe",
  "0251.0376.0251.0376",
  "169.254.43518",
  "１０.0.0.1",
  "10。0。0。1",
  "10.0.0.1.",
  "%31%30.0.0.1",
  "[::]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[::ffff:10.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[0:0:0:0:0:ffff:192.168.0.1]",
  "[::10.0.0.1]",
  "[64:ff9b::10.0.0.1]",
  "[2002:a00:1::]",
  "printer.local",
  "PRINTER.LOCAL",
  "printer.local.",
  "metadata.google.internal",
  "app.localhost",
  "local",
  "internal",
  "kubernetes",
  "a.home.arpa",
];

const loopback = [
  "127.0.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "127.0.0.1.",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
];

const outside = [
  "receiver.example",
  "RECEIVER.example.",
  "8.8.8.8",
  "134744072",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.0.1",
  "100.128.0.1",
  "169.253.1.1",
  "192.167.1.1",
  "11.0.0.1",
  "[2606:4700:4700::1111]",
  "[::ffff:8.8.8.8]",
  "local.example",
  "internal.example",
];

const ports = ["", ":443", ":8443"];

describe.each([
  ["elsewhere", elsewhere],
  ["on loopback", onLoopback],
])("a deployment %s", (_, allowed) => {
  it.each(inside)("refuses %s", (host) => {
    for (const port of ports) {
      expect(findUrlProblem(`https://${host}${port}/hook`, allowed)).not.toBeNull();
      expect(findUrlProblem(`http://${host}${port}/hook`, allowed)).not.toBeNull();
    }
  });

  it.each(outside)("lets https://%s through, and http not", (host) => {
    for (const port of ports) {
      expect(findUrlProblem(`https://${host}${port}/hook?a=b#c`, allowed)).toBeNull();
      expect(findUrlProblem(`http://${host}${port}/hook`, allowed)).toBe("must begin with https://");
      expect(isLoopbackUrl(`https://${host}${port}`)).toBe(false);
    }
  });

  it.each([
    "https://me@receiver.example/",
    "https://me:secret@receiver.example/",
    "https://:@receiver.example/",
    "https://@receiver.example/",
    "https://receiver.example@10.0.0.1/",
    "https://me@127.0.0.1/",
  ])("refuses user information: %s", (url) => {
    expect(findUrlProblem(url, allowed)).toMatch(/user/);
  });

  it.each([
    "",
    "receiver.example",
    "//receiver.example",
    "ftp://receiver.example/",
    "file:///etc/passwd",
    "https:/receiver.example",
    "https:\\\\receiver.example",
    "https://receiver.example\\@10.0.0.1/",
    "https://receiver .example/",
    "https://rec\teiver.example/",
    "https://",
    "https://[::1",
    "javascript:alert(1)",
  ])("refuses other texts: %j", (url) => {
    expect(findUrlProblem(url, allowed)).not.toBeNull();
  });
});

it.each(loopback)("%s is an address of this machine, by http and https", (host) => {
  for (const url of [`http://${host}:9000/hook`, `https://${host}/hook`]) {
    expect(findUrlProblem(url, onLoopback)).toBeNull();
    expect(findUrlProblem(url, elsewhere)).toMatch(/machine/);
    expect(isLoopbackUrl(url)).toBe(true);
  }
});
