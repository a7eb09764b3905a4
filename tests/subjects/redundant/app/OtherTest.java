package app;

class OtherTest extends AbstractTest {}
