// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const oftPoolReferenceAbi = [
  {
    "inputs": [
      {
        "internalType": "contract LayerZeroEndpointReference",
        "name": "endpoint_",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token_",
        "type": "address"
      },
      {
        "internalType": "uint8",
        "name": "decimals",
        "type": "uint8"
      },
      {
        "internalType": "uint256",
        "name": "feePpm_",
        "type": "uint256"
      },
      {
        "internalType": "uint32[]",
        "name": "eids",
        "type": "uint32[]"
      },
      {
        "internalType": "uint256",
        "name": "creditSD",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amountSD",
        "type": "uint256"
      }
    ],
    "name": "AmountSDOverflowed",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NoCompose",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint32",
        "name": "eid",
        "type": "uint32"
      }
    ],
    "name": "NoPeer",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "msgValue",
        "type": "uint256"
      }
    ],
    "name": "NotEnoughNative",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "OnlyEndpoint",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint32",
        "name": "eid",
        "type": "uint32"
      },
      {
        "internalType": "bytes32",
        "name": "sender",
        "type": "bytes32"
      }
    ],
    "name": "OnlyPeer",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amountSD",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "creditSD",
        "type": "uint256"
      }
    ],
    "name": "PathExhausted",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "SafeERC20FailedOperation",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amountLD",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "minAmountLD",
        "type": "uint256"
      }
    ],
    "name": "SlippageExceeded",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "guid",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint32",
        "name": "srcEid",
        "type": "uint32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "toAddress",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amountReceivedLD",
        "type": "uint256"
      }
    ],
    "name": "OFTReceived",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "guid",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint32",
        "name": "dstEid",
        "type": "uint32"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "fromAddress",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amountSentLD",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amountReceivedLD",
        "type": "uint256"
      }
    ],
    "name": "OFTSent",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "approvalRequired",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint32",
        "name": "eid",
        "type": "uint32"
      }
    ],
    "name": "credit",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "endpoint",
    "outputs": [
      {
        "internalType": "contract LayerZeroEndpointReference",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "feePpm",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "srcEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "sender",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          }
        ],
        "internalType": "struct Origin",
        "name": "origin",
        "type": "tuple"
      },
      {
        "internalType": "bytes32",
        "name": "guid",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "message",
        "type": "bytes"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "lzReceive",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "dstEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "to",
            "type": "bytes32"
          },
          {
            "internalType": "uint256",
            "name": "amountLD",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "minAmountLD",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraOptions",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "composeMsg",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "oftCmd",
            "type": "bytes"
          }
        ],
        "internalType": "struct SendParam",
        "name": "param",
        "type": "tuple"
      }
    ],
    "name": "quoteOFT",
    "outputs": [
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "minAmountLD",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "maxAmountLD",
            "type": "uint256"
          }
        ],
        "internalType": "struct OFTLimit",
        "name": "limit",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "int256",
            "name": "feeAmountLD",
            "type": "int256"
          },
          {
            "internalType": "string",
            "name": "description",
            "type": "string"
          }
        ],
        "internalType": "struct OFTFeeDetail[]",
        "name": "details",
        "type": "tuple[]"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "amountSentLD",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "amountReceivedLD",
            "type": "uint256"
          }
        ],
        "internalType": "struct OFTReceipt",
        "name": "receipt",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "dstEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "to",
            "type": "bytes32"
          },
          {
            "internalType": "uint256",
            "name": "amountLD",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "minAmountLD",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraOptions",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "composeMsg",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "oftCmd",
            "type": "bytes"
          }
        ],
        "internalType": "struct SendParam",
        "name": "param",
        "type": "tuple"
      },
      {
        "internalType": "bool",
        "name": "payInLzToken",
        "type": "bool"
      }
    ],
    "name": "quoteSend",
    "outputs": [
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "nativeFee",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "lzTokenFee",
            "type": "uint256"
          }
        ],
        "internalType": "struct MessagingFee",
        "name": "",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "uint32",
            "name": "dstEid",
            "type": "uint32"
          },
          {
            "internalType": "bytes32",
            "name": "to",
            "type": "bytes32"
          },
          {
            "internalType": "uint256",
            "name": "amountLD",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "minAmountLD",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "extraOptions",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "composeMsg",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "oftCmd",
            "type": "bytes"
          }
        ],
        "internalType": "struct SendParam",
        "name": "param",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "nativeFee",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "lzTokenFee",
            "type": "uint256"
          }
        ],
        "internalType": "struct MessagingFee",
        "name": "fee",
        "type": "tuple"
      },
      {
        "internalType": "address",
        "name": "refundAddress",
        "type": "address"
      }
    ],
    "name": "send",
    "outputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "guid",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "nonce",
            "type": "uint64"
          },
          {
            "components": [
              {
                "internalType": "uint256",
                "name": "nativeFee",
                "type": "uint256"
              },
              {
                "internalType": "uint256",
                "name": "lzTokenFee",
                "type": "uint256"
              }
            ],
            "internalType": "struct MessagingFee",
            "name": "fee",
            "type": "tuple"
          }
        ],
        "internalType": "struct MessagingReceipt",
        "name": "sentAs",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "uint256",
            "name": "amountSentLD",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "amountReceivedLD",
            "type": "uint256"
          }
        ],
        "internalType": "struct OFTReceipt",
        "name": "receipt",
        "type": "tuple"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "sharedDecimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "token",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const oftPoolReferenceBytecode =
  '0x610100604052348015610010575f5ffd5b50604051611cb6380380611cb683398101604081905261002f916100f7565b6001600160a01b03808716608052851660a05260c083905261005260068561022a565b61005d90600a61032c565b60e0525f5b82518110156100a857815f5f85848151811061008057610080610341565b60209081029190910181015163ffffffff1682528101919091526040015f2055600101610062565b50505050505050610355565b6001600160a01b03811681146100c8575f5ffd5b50565b634e487b7160e01b5f52604160045260245ffd5b805163ffffffff811681146100f2575f5ffd5b919050565b5f5f5f5f5f5f60c0878903121561010c575f5ffd5b8651610117816100b4565b6020880151909650610128816100b4565b604088015190955060ff8116811461013e575f5ffd5b6060880151608089015191955093506001600160401b03811115610160575f5ffd5b8701601f81018913610170575f5ffd5b80516001600160401b03811115610189576101896100cb565b604051600582901b90603f8201601f191681016001600160401b03811182821017156101b7576101b76100cb565b60405291825260208184018101929081018c8411156101d4575f5ffd5b6020850194505b838510156101fa576101ec856100df565b8152602094850194016101db565b5060a09a909a0151989b979a5095989497949694955050505050565b634e487b7160e01b5f52601160045260245ffd5b60ff828116828216039081111561024357610243610216565b92915050565b6001815b60018411156102845780850481111561026857610268610216565b600184161561027657908102905b60019390931c92800261024d565b935093915050565b5f8261029a57506001610243565b816102a657505f610243565b81600181146102bc57600281146102c6576102e2565b6001915050610243565b60ff8411156102d7576102d7610216565b50506001821b610243565b5060208310610133831016604e8410600b8410161715610305575081810a610243565b6103115f198484610249565b805f190482111561032457610324610216565b029392505050565b5f61033a60ff84168361028c565b9392505050565b634e487b7160e01b5f52603260045260245ffd5b60805160a05160c05160e0516118b06104065f395f81816102c8015281816102fa015281816103d601528181610471015281816104a20152818161063d015281816106eb0152818161096c0152818161099c01528181610a0e01528181610a420152610bd101525f81816101dc0152610c4f01525f8181610269015281816106790152610a8901525f818161013a015281816104f90152818161074f01528181610aca0152610d2b01526118b05ff3fe6080604052600436106100ad575f3560e01c80639f68b96411610066578063c7c7f5b31161004c578063c7c7f5b31461020c578063d2374f461461022d578063fc0c546a14610258575f5ffd5b80639f68b964146101a7578063a534150c146101cb575f5ffd5b80633b6f743b116100965780633b6f743b146100fd5780635e280f1114610129578063857749b014610181575f5ffd5b80630d35b415146100b157806313137d65146100e8575b5f5ffd5b3480156100bc575f5ffd5b506100d06100cb3660046110e8565b61028b565b6040516100df9392919061116e565b60405180910390f35b6100fb6100f636600461128f565b6104e1565b005b348015610108575f5ffd5b5061011c610117366004611330565b61073a565b6040516100df9190611383565b348015610134575f5ffd5b5061015c7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016100df565b34801561018c575f5ffd5b50610195600681565b60405160ff90911681526020016100df565b3480156101b2575f5ffd5b506101bb600181565b60405190151581526020016100df565b3480156101d6575f5ffd5b506101fe7f000000000000000000000000000000000000000000000000000000000000000081565b6040519081526020016100df565b61021f61021a36600461139a565b6107f9565b6040516100df92919061141d565b348015610238575f5ffd5b506101fe610247366004611483565b5f6020819052908152604090205481565b348015610263575f5ffd5b5061015c7f000000000000000000000000000000000000000000000000000000000000000081565b604080518082019091525f808252602082015260606102bb60405180604001604052805f81526020015f81525090565b60405180604001604052807f000000000000000000000000000000000000000000000000000000000000000060026102f391906114cb565b81526020017f00000000000000000000000000000000000000000000000000000000000000005f5f885f01602081019061032d9190611483565b63ffffffff1663ffffffff1681526020019081526020015f205461035191906114cb565b81525092505f61037d8460200151866040013511610373578560400135610bcb565b8460200151610bcb565b90505f61038982610c42565b604080516001808252818301909252919250816020015b604080518082019091525f8152606060208201528152602001906001900390816103a057905050935060405180604001604052807f00000000000000000000000000000000000000000000000000000000000000008361040091906114cb565b610409906114e2565b81526020016040518060400160405280600f81526020017f666565206f662074686520706f6f6c0000000000000000000000000000000000815250815250845f8151811061045957610459611518565b602002602001018190525060405180604001604052807f00000000000000000000000000000000000000000000000000000000000000008461049b91906114cb565b81526020017f00000000000000000000000000000000000000000000000000000000000000006104cb8486611545565b6104d591906114cb565b90529496939550505050565b3373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614610557576040517f91ac5e4f0000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b30876020013514158061056b575060288414155b156105c25761057d6020880188611483565b6040517fc26bebcc00000000000000000000000000000000000000000000000000000000815263ffffffff90911660048201526020880135602482015260440161054e565b5f6105d06020828789611558565b6105d99161157f565b90505f6105e9866020818a611558565b6105f2916115bb565b60c01c9050805f8061060760208d018d611483565b63ffffffff1663ffffffff1681526020019081526020015f205f82825461062e9190611621565b909155506106a09050826106627f0000000000000000000000000000000000000000000000000000000000000000846114cb565b73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169190610c92565b73ffffffffffffffffffffffffffffffffffffffff8216887fefed6d3500546b29533b128a29e3a94d70788727f0507505ac12eaf2e578fd9c6106e660208d018d611483565b6107107f0000000000000000000000000000000000000000000000000000000000000000866114cb565b6040805163ffffffff909316835260208301919091520160405180910390a3505050505050505050565b604080518082019091525f80825260208201527f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1663ddc28c58610794855f86610cf2565b306040518363ffffffff1660e01b81526004016107b2929190611634565b6040805180830381865afa1580156107cc573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906107f09190611749565b90505b92915050565b610801611091565b604080518082019091525f808252602082015261082160a0860186611763565b15905061085a576040517fd4c0360c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b34843514610896576040517f9f70412000000000000000000000000000000000000000000000000000000000815234600482015260240161054e565b5f6108a48660400135610bcb565b90505f80806108b660208a018a611483565b63ffffffff1663ffffffff1681526020019081526020015f2054905080821115610916576040517fe5ab7d14000000000000000000000000000000000000000000000000000000008152600481018390526024810182905260440161054e565b6109208282611545565b5f8061092f60208b018b611483565b63ffffffff1663ffffffff1681526020019081526020015f20819055505f61095683610c42565b6109609084611545565b905060608801356109917f0000000000000000000000000000000000000000000000000000000000000000836114cb565b1015610a01576109c17f0000000000000000000000000000000000000000000000000000000000000000826114cb565b6040517f71c4efed00000000000000000000000000000000000000000000000000000000815260048101919091526060890135602482015260440161054e565b60405180604001604052807f000000000000000000000000000000000000000000000000000000000000000085610a3891906114cb565b8152602001610a677f0000000000000000000000000000000000000000000000000000000000000000846114cb565b90528051909450610ab39073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169033903090610f14565b73ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016632637a45034610b018b8560208d01351515610cf2565b896040518463ffffffff1660e01b8152600401610b1f929190611634565b60806040518083038185885af1158015610b3b573d5f5f3e3d5ffd5b50505050506040513d601f19601f82011682018060405250810190610b6091906117c4565b805190955033907f85496b760a4b7f8d66384b9df21b381f5d1b1e79f229a47aaf4c232edc2fe59a610b9560208c018c611483565b87516020808a01516040805163ffffffff90951685529184019290925282015260600160405180910390a3505050935093915050565b5f610bf67f00000000000000000000000000000000000000000000000000000000000000008361185d565b905067ffffffffffffffff811115610c3d576040517fe2ce94130000000000000000000000000000000000000000000000000000000081526004810182905260240161054e565b919050565b5f620f4240600181610c747f0000000000000000000000000000000000000000000000000000000000000000866114cb565b610c7e9190611621565b610c889190611545565b6107f3919061185d565b610c9f8383836001610f76565b610ced576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260240161054e565b505050565b610d296040518060a001604052805f63ffffffff1681526020015f815260200160608152602001606081526020015f151581525090565b7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff1663416ecebf6040518163ffffffff1660e01b8152600401602060405180830381865afa158015610d92573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610db69190611895565b63ffffffff16610dc96020860186611483565b63ffffffff1603610e1c57610de16020850185611483565b6040517ff6ff4fb700000000000000000000000000000000000000000000000000000000815263ffffffff909116600482015260240161054e565b6040805160a0810190915280610e356020870187611483565b63ffffffff168152602001308152602001856020013585604051602001610e8b92919091825260c01b7fffffffffffffffff00000000000000000000000000000000000000000000000016602082015260280190565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190528152602001610ecb6080870187611763565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525050509082525083151560209091015290505b9392505050565b610f22848484846001610ffe565b610f70576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8516600482015260240161054e565b50505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f51148316610ff2578383151615610fe6573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f51148316611080578383151615611074573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b60405180606001604052805f81526020015f67ffffffffffffffff1681526020016110cd60405180604001604052805f81526020015f81525090565b905290565b5f60e082840312156110e2575f5ffd5b50919050565b5f602082840312156110f8575f5ffd5b813567ffffffffffffffff81111561110e575f5ffd5b61111a848285016110d2565b949350505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b83518152602080850151908201525f60a0820160a0604084015280855180835260c08501915060c08160051b8601019250602087015f5b8281101561120b577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff4087860301845281518051865260208101519050604060208701526111f56040870182611122565b95505060209384019391909101906001016111a5565b505085516060860152505060208401516080840152905061111a565b5f5f83601f840112611237575f5ffd5b50813567ffffffffffffffff81111561124e575f5ffd5b602083019150836020828501011115611265575f5ffd5b9250929050565b803573ffffffffffffffffffffffffffffffffffffffff81168114610c3d575f5ffd5b5f5f5f5f5f5f5f87890360e08112156112a6575f5ffd5b60608112156112b3575f5ffd5b5087965060608801359550608088013567ffffffffffffffff8111156112d7575f5ffd5b6112e38a828b01611227565b90965094506112f6905060a0890161126c565b925060c088013567ffffffffffffffff811115611311575f5ffd5b61131d8a828b01611227565b989b979a50959850939692959293505050565b5f5f60408385031215611341575f5ffd5b823567ffffffffffffffff811115611357575f5ffd5b611363858286016110d2565b92505060208301358015158114611378575f5ffd5b809150509250929050565b8151815260208083015190820152604081016107f3565b5f5f5f83850360808112156113ad575f5ffd5b843567ffffffffffffffff8111156113c3575f5ffd5b6113cf878288016110d2565b94505060407fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe082011215611401575f5ffd5b506020840191506114146060850161126c565b90509250925092565b5f60c0820190508351825267ffffffffffffffff60208501511660208301526040840151611458604084018280518252602090810151910152565b5082516080830152602083015160a0830152610f0d565b63ffffffff81168114611480575f5ffd5b50565b5f60208284031215611493575f5ffd5b8135610f0d8161146f565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820281158282048414176107f3576107f361149e565b5f7f800000000000000000000000000000000000000000000000000000000000000082036115125761151261149e565b505f0390565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b818103818111156107f3576107f361149e565b5f5f85851115611566575f5ffd5b83861115611572575f5ffd5b5050820193919092039150565b803560208310156107f3577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b80357fffffffffffffffff000000000000000000000000000000000000000000000000811690600884101561161a577fffffffffffffffff000000000000000000000000000000000000000000000000808560080360031b1b82161691505b5092915050565b808201808211156107f3576107f361149e565b6040815263ffffffff8351166040820152602083015160608201525f604084015160a0608084015261166960e0840182611122565b905060608501517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc08483030160a08501526116a48282611122565b60809690960151151560c085015250505073ffffffffffffffffffffffffffffffffffffffff9190911660209091015290565b5f604082840312156116e7575f5ffd5b6040805190810167ffffffffffffffff8111828210171561172f577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b604052825181526020928301519281019290925250919050565b5f60408284031215611759575f5ffd5b6107f083836116d7565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112611796575f5ffd5b83018035915067ffffffffffffffff8211156117b0575f5ffd5b602001915036819003821315611265575f5ffd5b5f60808284031280156117d5575f5ffd5b506040516060810167ffffffffffffffff8111828210171561181e577f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60405282518152602083015167ffffffffffffffff8116811461183f575f5ffd5b602082015261185184604085016116d7565b60408201529392505050565b5f82611890577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b5f602082840312156118a5575f5ffd5b8151610f0d8161146f56' as const
