// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Base, Deposit, IntentEntrypoint} from "./Base.sol";
import {Permits} from "../src/lib/Permits.sol";

interface IPermit2Domain {
    function DOMAIN_SEPARATOR() external view returns (bytes32);
}

/// @notice Each brand has an entrypoint of its own: deposits are signed under its domain and its type, and under no other's.
contract BrandTest is Base {
    string private constant FIELDS =
        "(address user,address token,uint256 amount,address intentAddress,uint256 deadline,uint256 chainId,uint256 nonce,uint256 feeAmount,address feeCollector)";
    string private constant PERMISSIONS = "TokenPermissions(address token,uint256 amount)";
    string private constant HEAD =
        "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";

    address private intent = makeAddr("intent");

    function setUp() public override {
        super.setUp();
        string memory source =
            vm.readFile("../node_modules/@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol");
        string memory literal = vm.split(vm.split(source, 'hex"')[1], '"')[0];
        vm.etch(Permits.PERMIT2, vm.parseBytes(string.concat("0x", literal)));
    }

    function _deposit() private view returns (Deposit memory) {
        return Deposit(owner.addr, address(tokenA), 100, intent, 5_000, 3, 7, collector);
    }

    function _structHash(string memory typeName, Deposit memory d) private view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256(abi.encodePacked(typeName, FIELDS)),
                d.user,
                d.token,
                d.amount,
                d.intentAddress,
                d.deadline,
                block.chainid,
                d.nonce,
                d.feeAmount,
                d.feeCollector
            )
        );
    }

    function _sign(bytes32 domain, bytes32 body) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(owner, keccak256(abi.encodePacked(hex"1901", domain, body)));
        return abi.encodePacked(r, s, v);
    }

    function _fund(address spender) private {
        tokenA.mint(owner.addr, 107);
        vm.prank(owner.addr);
        tokenA.approve(spender, 107);
    }

    function test_ADepositIsSignedUnderTheBrandsTypeAndNoOther() public {
        IntentEntrypoint branded = new IntentEntrypoint("VoyageIntentEntrypoint", "VoyageIntent");
        Deposit memory d = _deposit();
        _fund(address(branded));
        bytes32 domain = branded.domainSeparator();
        bytes memory other = _sign(domain, _structHash("Intent", d));
        vm.expectRevert(
            abi.encodeWithSelector(IntentEntrypoint.InvalidSignature.selector, owner.addr, branded.hashDeposit(d))
        );
        branded.depositToIntent(d, other);
        bytes memory foreign = _sign(entrypoint.domainSeparator(), _structHash("VoyageIntent", d));
        vm.expectRevert(
            abi.encodeWithSelector(IntentEntrypoint.InvalidSignature.selector, owner.addr, branded.hashDeposit(d))
        );
        branded.depositToIntent(d, foreign);
        branded.depositToIntent(d, _sign(domain, _structHash("VoyageIntent", d)));
        assertEq(tokenA.balanceOf(intent), 100);
        assertEq(branded.primaryType(), "VoyageIntent");
    }

    /// @dev EIP-712 sorts the types behind the first by name: a brand's type stands before or behind Permit2's own.
    function test_Permit2SignsTheBrandsTypeInEitherPlace() public {
        _takeByPermit2("AcmeIntent", string.concat("AcmeIntent witness)AcmeIntent", FIELDS, PERMISSIONS));
        _takeByPermit2("VoyageIntent", string.concat("VoyageIntent witness)", PERMISSIONS, "VoyageIntent", FIELDS));
        _takeByPermit2("TokenPermits", string.concat("TokenPermits witness)", PERMISSIONS, "TokenPermits", FIELDS));
        _takeByPermit2("Token", string.concat("Token witness)Token", FIELDS, PERMISSIONS));
    }

    function _takeByPermit2(string memory typeName, string memory witnessType) private {
        IntentEntrypoint branded = new IntentEntrypoint(typeName, typeName);
        Deposit memory d = _deposit();
        d.nonce = uint256(keccak256(bytes(typeName)));
        _fund(Permits.PERMIT2);
        bytes32 permitted = keccak256(abi.encode(keccak256(bytes(PERMISSIONS)), d.token, d.amount + d.feeAmount));
        bytes32 body = keccak256(
            abi.encode(
                keccak256(abi.encodePacked(HEAD, witnessType)),
                permitted,
                address(branded),
                d.nonce,
                d.deadline,
                _structHash(typeName, d)
            )
        );
        uint256 before = tokenA.balanceOf(intent);
        branded.depositToIntentWithPermit2Transfer(
            d, _sign(IPermit2Domain(Permits.PERMIT2).DOMAIN_SEPARATOR(), body)
        );
        assertEq(tokenA.balanceOf(intent) - before, 100);
    }

    function testFuzz_NoncesSaysTheLowestThatIsUnused(uint8 count, uint16 hole) public {
        uint256 used = uint256(count) * 2 + 1;
        vm.startPrank(owner.addr);
        for (uint256 nonce; nonce < used; ++nonce) {
            if (nonce != hole) entrypoint.invalidateNonce(nonce);
        }
        vm.stopPrank();
        assertEq(entrypoint.nonces(owner.addr), hole < used ? hole : used);
        assertEq(entrypoint.nonces(stranger), 0);
    }
}
